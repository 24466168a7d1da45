"""python -m inquest ...: becomes the command that was installed with this package."""
import importlib.metadata
import os
import sys


def command() -> str:
    """The launcher that belongs to this package; "inquest", to be found on PATH, where the package was not installed."""
    try:
        files = importlib.metadata.files("inquest") or ()
    except importlib.metadata.PackageNotFoundError:
        files = ()
    return next((str(file.locate()) for file in files if file.parts[-2:] == ("bin", "inquest")), "inquest")


def main() -> None:
    launcher = command()
    try:
        os.execvp(launcher, [launcher, *sys.argv[1:]])
    except OSError as problem:
        sys.exit(f"inquest: {launcher}: {problem.strerror}")


if __name__ == "__main__":
    main()
