"""When which page is visited next: pure, on columns of numbers, one row per page. `now` and all times are arguments.

`estimate` learns how often a page changes from what its visits saw; `urgency` says what it costs to stay away;
`policies` share a budget out; `week` knows that pages change by day and not by night; `outcomes` keeps what a page's
visits showed; `budget` reads what a person allows. Times are hours.
"""
