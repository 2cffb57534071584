"""The lobby: seeks, challenges and games against levels."""
