"""What the page uses of other packages is what the lock says, to the byte, and each package has its licence."""

import json

import vendor_page


def test_the_lock_gives_the_same_bytes_again() -> None:
    for path, data in vendor_page.files().items():
        assert path.read_bytes() == data, f"{path.name}: run tools/vendor_page.py"


def test_each_package_is_listed_with_its_licence() -> None:
    text = (vendor_page.PAGE / vendor_page.LICENCES).read_text("utf-8")
    parts = text.split("\n" + "-" * 80 + "\n\n")
    heads = [part.splitlines()[0] for part in parts]
    lock = json.loads((vendor_page.FOLDER / "package-lock.json").read_text("utf-8"))["packages"]
    for head, part in zip(heads, parts, strict=True):
        name, version, licence = head.split(" ")
        assert lock[f"node_modules/{name}"]["version"] == version
        assert licence == "(MIT)" and "Permission is hereby granted, free of charge" in part
    assert len(heads) >= 18 and heads == sorted(heads)
