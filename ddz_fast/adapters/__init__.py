"""The interfaces of other projects over this one's core; each is imported only when asked for."""
