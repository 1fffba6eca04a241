"""`python -m pagestrata`: the command line, where the program's own name is not on the path."""

from pagestrata.cli.main import main

if __name__ == "__main__":
    main()
