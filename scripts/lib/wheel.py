"""Writes a wheel: the files of a folder with their metadata.

wheel.py WHEEL FOLDER [--requires NAME] [--script NAME=FUNCTION] [--summary TEXT]: the name, version and
tag are those in the file name of WHEEL. Equal files give equal bytes.
"""

import argparse
import base64
import hashlib
import os
import pathlib
import time
import zipfile


def entry(name, mode, when):
    info = zipfile.ZipInfo(name, when)
    info.external_attr = (0o100000 | mode) << 16
    info.compress_type = zipfile.ZIP_DEFLATED
    return info


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("wheel", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--requires")
    parser.add_argument("--script")
    parser.add_argument("--summary", default="")
    parser.add_argument("--level", type=int, default=9)
    options = parser.parse_args()
    name, version, *tag = options.wheel.stem.split("-")
    epoch = max(int(os.environ.get("SOURCE_DATE_EPOCH", "0")), 315532800)
    when = time.gmtime(epoch)[:6]

    metadata = [
        "Metadata-Version: 2.1",
        f"Name: {name.replace('_', '-')}",
        f"Version: {version}",
        f"Summary: {options.summary}",
        "License: MIT",
        "Requires-Python: >=3.9",
    ]
    if options.requires:
        metadata.append(f"Requires-Dist: {options.requires}")
    described = [
        "Wheel-Version: 1.0",
        "Generator: cellheights",
        # Both wheels go to one folder, because one looks for the other beside it.
        "Root-Is-Purelib: false",
        f"Tag: {'-'.join(tag)}",
    ]
    information = f"{name}-{version}.dist-info"
    files = {
        f"{information}/METADATA": metadata,
        f"{information}/WHEEL": described,
    }
    if options.script:
        files[f"{information}/entry_points.txt"] = ["[console_scripts]", options.script.replace("=", " = ", 1)]
    record = []
    with zipfile.ZipFile(options.wheel, "w", compresslevel=options.level) as archive:

        def add(path, content, mode):
            archive.writestr(entry(path, mode, when), content)
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=")
            record.append(f"{path},sha256={digest.decode()},{len(content)}")

        for path in sorted(options.folder.rglob("*")):
            if path.is_file():
                mode = 0o755 if os.access(path, os.X_OK) else 0o644
                add(path.relative_to(options.folder).as_posix(), path.read_bytes(), mode)
        for path, lines in files.items():
            add(path, ("\n".join(lines) + "\n").encode(), 0o644)
        record.append(f"{information}/RECORD,,")
        archive.writestr(entry(f"{information}/RECORD", 0o644, when), "\n".join(record) + "\n")


if __name__ == "__main__":
    main()
