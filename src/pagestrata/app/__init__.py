"""Where the parts are put together: the only package that names concrete classes.

`session` holds what one run needs (a browser, an archive), `sources` says what a SOURCE means, `stages` makes the steps
of a visit, `api` has the functions that `pagestrata` exports.
"""
