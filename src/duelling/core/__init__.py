"""What every layer stands on: the compiler, the verbs, states, draws, games, losses and winners."""
