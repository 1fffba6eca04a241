"""Where the parts are put together: the only package that names concrete classes.

`session` holds what one run needs (a browser, an archive), `sources` says what a SOURCE means, `trails`, `watches`,
`imports` and `notifications` do what users ask for besides a visit (whose steps are in `visit`), `api` has the functions
that `pagestrata` exports.
"""
