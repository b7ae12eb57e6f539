"""Calls, plans and lanes: what runs, where, when."""
