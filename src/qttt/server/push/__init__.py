"""Notifications by Web Push (RFC 8030): subscriptions and sending."""
