"""Parses a feed with fastfeedparser and prints how many entries it has and what that took.

Usage: parsing.py FILE

Seconds of processor time from the bytes to the entries; reading the file and loading the library are left
out.
"""
import importlib.metadata
import json
import resource
import sys

import corpus
import fastfeedparser


def main():
    with open(sys.argv[1], "rb") as file:
        data = file.read()
    seconds, feed = corpus.spent(fastfeedparser.parse, data)
    print(json.dumps({"entries": len(feed.entries), "seconds": seconds,
                      "kilobytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss,
                      "version": importlib.metadata.version("fastfeedparser")}))


if __name__ == "__main__":
    main()
