"""Serves the page to a browser on this machine: sockets, who may use them, and processes that answer."""
