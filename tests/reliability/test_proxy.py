"""Behind Debian's nginx with a certificate of its own, and behind two in a row: join, listen and
record, with 100 phones."""

from __future__ import annotations

import http.client
import os
import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from party import UNLIMITED, House, seq_of
from wire import free_port, plain

NGINX = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
PHONES = 100

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(NGINX is None, reason="nginx is not installed"),
]


class Proxy:
    """nginx on a port of its own, before a server or another nginx."""

    def __init__(self, folder: Path, upstream: int, port: int, scheme: str = "http") -> None:
        assert NGINX is not None
        self.port = port
        folder.mkdir(exist_ok=True)
        conf = (Path(__file__).parent / "nginx.conf").read_text()
        conf = conf.replace("127.0.0.1:8443", f"127.0.0.1:{port}")
        conf = conf.replace("http://127.0.0.1:8000", f"{scheme}://127.0.0.1:{upstream}")
        (folder / "nginx.conf").write_text(conf)
        make = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]
        make += ["-subj", "/CN=localhost", "-keyout", "key.pem", "-out", "cert.pem"]
        subprocess.run(make, cwd=folder, check=True, capture_output=True, timeout=60)
        # One process, which ends with the test that started it.
        command = [NGINX, "-p", str(folder), "-c", "nginx.conf", "-e", "error.log"]
        command += ["-g", "daemon off; master_process off;"]
        with (folder / "nginx.out").open("wb") as out:
            self.process = subprocess.Popen(command, stdout=out, stderr=out)
        for _ in range(100):
            assert self.process.poll() is None, (folder / "nginx.out").read_text()
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                return
            except OSError:
                time.sleep(0.05)
        raise AssertionError("nginx does not listen")

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(10)


def trusting() -> ssl.SSLContext:
    """TLS, whoever made the certificate."""
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


class Phone:
    """A browser that speaks TLS to the proxy, from `address`."""

    def __init__(self, port: int, address: str = "127.0.0.1") -> None:
        self.host = f"localhost:{port}"
        self.client = http.client.HTTPSConnection(
            "127.0.0.1", port, context=trusting(), timeout=30, source_address=(address, 0)
        )
        self.cookie = ""
        page = self.ask("GET", "/import")[2]
        found = re.search(r'name="csrf_token" value="([^"]+)"', page)
        assert found
        self.form = found[1]

    def headers(self) -> dict[str, str]:
        cookie = {"Cookie": f"__Host-phone={self.cookie}"} if self.cookie else {}
        return {"Host": self.host, "Origin": f"https://{self.host}"} | cookie

    def ask(
        self, method: str, path: str, fields: dict[str, Any] | None = None, **more: str
    ) -> tuple[int, http.client.HTTPMessage, str]:
        body, headers = None, self.headers() | more
        if fields is not None:
            body = urlencode({"csrf_token": self.form} | fields, doseq=True)
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        self.client.request(method, path, body, headers)
        answer = self.client.getresponse()
        text = answer.read().decode()
        if found := re.search(r"__Host-phone=([\w-]+);", answer.headers.as_string()):
            self.cookie = found[1]
        return answer.status, answer.headers, text

    def listen(self, code: str, page: bool = False) -> ssl.SSLSocket:
        """A stream of the table; with `page` as browsers open it."""
        plain = socket.create_connection(("127.0.0.1", int(self.host[10:])), timeout=20)
        stream = trusting().wrap_socket(plain, server_hostname="localhost")
        lines = [f"GET /t/{code}/bell{'?page=1' * page} HTTP/1.1"]
        lines += ["Accept-Encoding: gzip, deflate, br"] if page else []
        lines += [f"{name}: {value}" for name, value in self.headers().items()]
        stream.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        return stream


def hear(stream: ssl.SSLSocket, words: bytes, seconds: float) -> None:
    """Read until `words` have come."""
    data, until = b"", time.monotonic() + seconds
    while words not in data and words not in plain(data):
        stream.settimeout(max(0.01, until - time.monotonic()))
        more = stream.recv(65536)
        assert more, data
        data += more


@pytest.fixture
def proxy(tmp_path: Path) -> Iterator[Proxy]:
    port = free_port()
    words = ["--public-url", f"https://localhost:{port}", "--trust-proxy", "1"]
    house = House(tmp_path / "instance", *words, patch=UNLIMITED)
    try:
        made = Proxy(tmp_path, house.port, port)
        try:
            yield made
        finally:
            made.stop()
    finally:
        house.stop()


def test_a_hundred_phones_behind_a_proxy_that_speaks_tls(proxy: Proxy, tmp_path: Path) -> None:
    host = Phone(proxy.port)
    opened = {"name": ["Ann", "Bo"], "start": "1", "title": "", "key": "k"}
    status, headers, _ = host.ask("POST", "/open/zar", opened)
    assert status == 303
    assert headers["Strict-Transport-Security"] == "max-age=31536000"
    code = headers["Location"].rpartition("/")[2]
    qr = host.ask("GET", f"/t/{code}/qr")[2]
    assert f"localhost:{proxy.port}" in qr
    found = re.search(r'name="token" value="([^"]+)"', host.ask("GET", f"/t/{code}/door")[2])
    assert found
    phones = [host]
    for i in range(1, PHONES):
        phone = Phone(proxy.port)
        seat = {"player": "p2"} if i == 1 else {"watch": "1"}
        status, _, page = phone.ask("POST", f"/join/{code}", {"token": found[1]} | seat)
        assert status == 303, page
        phones.append(phone)
    streams = [phone.listen(code) for phone in phones]
    for stream in streams:
        hear(stream, b"event: table\n", 20)  # at once: nothing is held back on the way
    brings = phones[1].listen(code, page=True)
    seq = seq_of(host.ask("GET", f"/t/{code}")[2])
    event = {"type": "start_hand", "dealer": "p1", "top": "blue-sun", "seq": seq, "key": "e"}
    began = time.monotonic()
    assert host.ask("POST", f"/t/{code}/events", event)[0] == 303
    for stream in streams:
        hear(stream, b"event: table\n", 5)
    assert time.monotonic() - began < 5
    hear(brings, b"event: page\n", 5)
    brings.close()
    for phone in phones:
        status, _, page = phone.ask("GET", f"/t/{code}")
        assert status == 200
        assert "blue sun" in page.lower()
    for stream in streams:
        stream.close()
    # What a client says of itself is added to, not believed.
    host.client.request(
        "GET", "/healthz", headers=host.headers() | {"X-Forwarded-For": "203.0.113.9"}
    )
    assert host.client.getresponse().read() == b"ok\n"
    log = (tmp_path / "output").read_text()
    assert "203.0.113.9" not in log
    assert code not in log


def test_a_record_comes_in_and_goes_out(proxy: Proxy) -> None:
    phone = Phone(proxy.port)
    record = (Path(__file__).parent.parent / "friday.json").read_text()
    status, headers, _ = phone.ask("POST", "/import", {"text": record, "key": "k"})
    assert status == 303
    status, _, text = phone.ask("GET", f"{headers['Location']}/record.json")
    assert status == 200
    assert '"events"' in text


def test_behind_two_proxies_each_phone_has_its_own_address(tmp_path: Path) -> None:
    """Limits count the phone, not the nearer proxy, whatever the phone says of itself."""
    outer, inner = free_port(), free_port()
    words = ["--public-url", f"https://localhost:{outer}", "--trust-proxy", "2"]
    with ExitStack() as stack:
        house = House(tmp_path / "instance", *words)
        stack.callback(house.stop)
        stack.callback(Proxy(tmp_path / "inner", house.port, inner).stop)
        stack.callback(Proxy(tmp_path / "outer", inner, outer, "https").stop)
        host = Phone(outer)
        opened = {"name": ["Ann", "Bo"], "start": "1", "title": "", "key": "k"}
        status, headers, _ = host.ask("POST", "/open/zar", opened)
        assert status == 303
        assert headers["Strict-Transport-Security"]
        code = headers["Location"].rpartition("/")[2]
        assert headers["Location"] in (f"/t/{code}", f"https://localhost:{outer}/t/{code}")
        with host.listen(code) as stream:
            hear(stream, b"event: table\n", 20)
        guesser, other = Phone(outer, "127.0.0.2"), Phone(outer, "127.0.0.3")

        def guess(phone: Phone, **more: str) -> int:
            return phone.ask("POST", "/join/ZZZZZZ", {"watch": "1"}, **more)[0]

        for _ in range(15):
            last = guess(guesser)
        assert last == 429
        assert guess(guesser, **{"X-Forwarded-For": "203.0.113.9"}) == 429
        assert guess(other) == 404
