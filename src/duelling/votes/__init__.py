"""What votes say: who leads, how sure that is, whether one may stop, and which pair to show next."""
