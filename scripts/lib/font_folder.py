"""Makes a folder of the default fonts, which programs use instead of those of the machine.

font_folder.py FOLDER FAMILY…: copies the files of the installed families, their licences, and writes
`faces.tsv`, the list that the program reads. Every line is a face: file, index, weight, slant, width
and whether it is variable, as fontconfig has them, then the names of its family.
"""

import pathlib
import shutil
import subprocess
import sys

from private_libraries import owner

FORMAT = r"%{index}\t%{weight}\t%{slant}\t%{width}\t%{variable}\t%{family}\n"


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def main(folder, *families):
    folder = pathlib.Path(folder)
    (folder / "licences").mkdir(parents=True)
    files = set()
    for family in families:
        found = {line.rstrip(": ") for line in output("fc-list", f":family={family}", "file").splitlines()}
        if not found:
            sys.exit(f"the font {family} is not installed")
        files |= found
    lines = ["cellheights.faces/1"]
    for file in sorted(files, key=lambda path: pathlib.Path(path).name):
        path = pathlib.Path(file)
        shutil.copyfile(path, folder / path.name)
        package = owner(path)
        if not package:
            sys.exit(f"{path} belongs to no package, so that its licence is unknown")
        shutil.copyfile(f"/usr/share/doc/{package}/copyright", folder / "licences" / package)
        for face in output("fc-scan", "--format", FORMAT, file).splitlines():
            *values, names = face.split("\t")
            # Of a variable face, fontconfig prints ranges, which the program reads from the file.
            usual = ("0", "80", "0", "100", "True")
            values = [other if "[" in value else value for value, other in zip(values, usual)]
            lines.append("\t".join([path.name, *values, *names.split(",")]))
    (folder / "faces.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
