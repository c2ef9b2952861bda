"""Problems that an adversary makes."""
