"""Quality of decisions, segmentation and following, measured on real data, with pinned floors."""

import os

# Thousands of small fits follow each other; threads that wait for each other make each of them many times slower.
os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
