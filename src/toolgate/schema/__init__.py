"""JSON Schema: checked at registration, enforced at each call."""
