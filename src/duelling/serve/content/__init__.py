"""What items hold, made safe to show: text, markdown, pictures."""
