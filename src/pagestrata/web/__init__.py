"""The web application: screens and a REST API over one archive.

`context` is what every request gets, `app` puts the application together, `serving` runs it. `views` say what a screen or
an answer shows, without HTTP; `pages` answer HTML, `api` answers JSON, `security` says who may do what.
"""
