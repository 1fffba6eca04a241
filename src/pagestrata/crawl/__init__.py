"""How to be a polite guest: robots.txt, pauses between requests to one host, retries, hours in which to visit.

Pure: what is fetched is given, and so is the time. `robots` reads robots.txt, `politeness` says which hosts may be asked
now, `retries` when to try again after a fault, `windows` in which hours of the week a page is visited.
"""
