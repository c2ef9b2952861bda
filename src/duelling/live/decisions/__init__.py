"""What can be asked of an arena. A decision yields events, each of which is folded before it goes on; then it answers.

It changes nothing itself, and refuses before its first event: what it has yielded stays.
"""
