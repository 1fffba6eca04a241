"""The models of paper 2 as printed: its four patterns, CPM, APM, and the baselines it is compared with."""
