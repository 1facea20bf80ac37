"""Accounts: who somebody is, how a device signs in as them, and what programs may do in their name.

`desk` is what the handlers in `routes` speak to. An account's keys share a hash tag, so that what must happen at once
(`accounts.lua`) happens on one node.
"""
