"""A real server in a folder of its own."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """`referee` in a folder of its own; it can be killed and started again on the same port."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = (folder / "log").open("ab")
        self.start()

    def start(self) -> None:
        """Start it and wait for the first answer."""
        command = [sys.executable, "-m", "referee", "--host", "127.0.0.1"]
        command += ["--port", str(self.port), "--data", str(self.folder / "instance")]
        # Without limits of tries: all phones of all tests come from one address.
        lifted = os.environ | {"REFEREE_LIMITS": "false"}
        self.process = subprocess.Popen(command, stdout=self.log, stderr=self.log, env=lifted)
        late = time.monotonic() + 60  # where many programs run, a start takes its time
        while time.monotonic() < late:
            try:
                urllib.request.urlopen(f"{self.url}/healthz", timeout=2).close()
                return
            except OSError:
                assert self.process.poll() is None, (self.folder / "log").read_text()[-3000:]
                time.sleep(0.05)
        self.process.kill()
        raise AssertionError("the server does not answer")

    def stop(self) -> None:
        """End it as a service manager would."""
        self.process.terminate()
        self.process.wait(15)
