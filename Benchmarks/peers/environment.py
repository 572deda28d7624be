"""Packages of PyPI that are measured beside cellheights, in a folder of their own."""
import os
import subprocess
import sys

# Exact versions, because others are other peers.
PINNED = {
    "uharfbuzz": "0.57.0", "skia-python": "144.1", "fastfeedparser": "0.6.5", "poga": "0.1.19",
}
# What pip itself compiles or downloads may take so many seconds.
PATIENCE = 900


class PeerMissing(Exception):
    """A peer cannot be had here; the message tells why."""


class Environment:
    """Python with the pinned packages: below .build, which anybody may delete."""

    def __init__(self, root):
        self.folder = os.path.join(root, ".build", "peers")
        self.python = os.path.join(self.folder, "bin", "python3")

    def need(self, package):
        """Installs a package unless it is there in its version."""
        requirement = f"{package}=={PINNED[package]}"
        if not os.path.exists(self.python):
            self.ran([sys.executable, "-m", "venv", self.folder], "python3 -m venv")
        if self.has(package):
            return
        print(f"bench: installing {requirement}", file=sys.stderr)
        self.ran([self.python, "-m", "pip", "install", "--no-input", "--quiet",
                  "--disable-pip-version-check", requirement], requirement)

    def has(self, package):
        check = f"import importlib.metadata as m; print(m.version({package!r}))"
        run = subprocess.run([self.python, "-c", check], capture_output=True, text=True, check=False)
        return run.stdout.strip() == PINNED[package]

    def ran(self, command, name):
        try:
            run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise PeerMissing(f"{name}: {error}") from error
        if run.returncode:
            words = (run.stderr.strip() or run.stdout.strip()).splitlines()[-1:]
            raise PeerMissing(f"{name} cannot be installed: {' '.join(words)[:300]}")

    def output(self, script, *arguments):
        """What one of our scripts prints with these packages."""
        path = os.path.join(os.path.dirname(os.path.realpath(__file__)), script)
        run = subprocess.run([self.python, path, *map(str, arguments)], capture_output=True, text=True,
                             check=False)
        if run.returncode:
            words = run.stderr.strip().splitlines()[-1:]
            raise PeerMissing(f"{script} ended with {run.returncode}: {' '.join(words)[:300]}")
        return run.stdout
