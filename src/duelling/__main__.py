"""python -m duelling."""

from duelling.cli import main

if __name__ == "__main__":
    main()
