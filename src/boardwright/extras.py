"""What to type if a library is missing that only some commands need."""

EXTRAS = {
    "lsp": ("pygls>=2.1",),
    "native": ("llvmlite>=0.45", "numpy>=1.26"),
    "data": ("pyarrow>=17",),
    "cluster": ("dask>=2024.8", "distributed>=2024.8"),
    "pettingzoo": ("pettingzoo>=1.26", "numpy>=1.26"),
    "gymnasium": ("gymnasium>=1.2", "numpy>=1.26"),
    "openspiel": ("open_spiel>=2.0.2", "numpy>=1.26"),
    "print": ("typst>=0.15,<0.16",),
    "studio": ("starlette>=0.46", "uvicorn>=0.34", "wsproto>=1.2", "pygls>=2.1"),
}
"""The extras of `pyproject.toml`, each with what it installs."""


def install(extra: str) -> str:
    """The command that installs the libraries of an extra.

    It names the libraries and not Boardwright, so it is right wherever Boardwright came from, and leaves that alone.
    """
    return "pip install " + " ".join(f'"{each}"' for each in EXTRAS[extra])
