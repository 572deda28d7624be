"""Prints the paths of a library with Yoga's C interface, which PyPI's poga compiles, and of the
library of Python, whose symbols it needs; one a line.

Usage: yoga.py ROOT
Exit: 0, 69 poga cannot be had.
"""
import glob
import os
import sys
import sysconfig

from environment import Environment, PeerMissing


def main():
    environment = Environment(sys.argv[1])
    try:
        environment.need("poga")
    except PeerMissing as error:
        print(f"bench: {error}", file=sys.stderr)
        sys.exit(69)
    found = glob.glob(os.path.join(environment.folder, "lib", "*", "site-packages", "poga", "libpoga_capi*.so"))
    if not found:
        print("bench: poga has no library of Yoga", file=sys.stderr)
        sys.exit(69)
    print(found[0])
    print(os.path.join(sysconfig.get_config_var("LIBDIR"), sysconfig.get_config_var("INSTSONAME")))


main()
