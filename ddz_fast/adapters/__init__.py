"""Other projects' names, ids and formats for this library; each module is imported by itself."""
