"""Problems and learners of another kind than finite arms: with contexts, and with continuous arms."""
