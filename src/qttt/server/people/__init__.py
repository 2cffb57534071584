"""Users, their authentication and their ratings."""
