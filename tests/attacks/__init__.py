"""A standing attack: what hostile pages, servers and neighbours tried, and must not reach.

Each module is one kind of attacker. Nothing here needs the Internet: canaries listen on loopback aliases such as
127.0.0.2, a proxy of the test stands in for the public network, and tests that need more than the machine allows are
skipped with a message.
"""
