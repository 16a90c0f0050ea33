"""Under which addresses this machine is found on the local network."""

from __future__ import annotations

import ipaddress
import re
import time
from functools import cache
from urllib.parse import urlsplit

import ifaddr

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

PORTS = {"http": 80, "https": 443}
"""The usual port of each scheme that a page of ours can have."""

_INNER = re.compile(
    r"(docker|br-|veth|virbr|vmnet|vboxnet|lxc|lxd|cni|flannel|podman|tun|tap|wg|"
    r"vEthernet|Hyper-V|WSL|VirtualBox|VMware|utun|tailscale)",
    re.IGNORECASE,
)
"""Names of interfaces that lead into this machine itself or through a tunnel, not to the table."""


def own() -> list[Address]:
    """Every address of this machine, those best fit for guests first, loopback last.

    192.168 before 10 before 172.16/12 before what else there is; then IPv6; interfaces that only
    lead inwards (Docker and its like) after all that; at the very end what no phone can use.
    """
    found: dict[Address, tuple[int, int]] = {}
    for adapter in ifaddr.get_adapters():
        inner = bool(_INNER.match(adapter.nice_name) or _INNER.match(adapter.name or ""))
        for ip in adapter.ips:
            address = ipaddress.ip_address(ip.ip if isinstance(ip.ip, str) else ip.ip[0])
            rank = _rank(address)
            found.setdefault(address, (rank + 10 * inner if rank < 90 else rank, len(found)))
    return sorted(found, key=lambda address: found[address])


def origin(url: str) -> tuple[str, str, int] | None:
    """Scheme, host and port of `url`, or None if it has none: all in lower case, without the dot at
    the end that makes a name absolute, with the usual port where none is written."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        return None
    if not host or parts.username is not None or parts.scheme not in PORTS:
        return None
    if parts.path not in ("", "/") or parts.query or parts.fragment or parts.netloc.endswith(":"):
        return None
    usual = PORTS[parts.scheme]
    return parts.scheme, host.removesuffix("."), usual if port is None else port


_RANKS = [
    ("192.168.0.0/16", 0),
    ("10.0.0.0/8", 1),
    ("172.16.0.0/12", 2),
    ("169.254.0.0/16", 90),
    ("127.0.0.0/8", 99),
    ("0.0.0.0/8", 99),
    ("fe80::/10", 95),
    ("::1/128", 99),
    ("::/0", 5),
    ("0.0.0.0/0", 3),
]


@cache
def _networks() -> list[tuple[ipaddress.IPv4Network | ipaddress.IPv6Network, int]]:
    return [(ipaddress.ip_network(network), rank) for network, rank in _RANKS]


def _rank(address: Address) -> int:
    return next(rank for network, rank in _networks() if address in network)


def for_phones() -> list[Address]:
    """Those of `own` that a phone on the same network may reach; none if there is no network."""
    return [address for address in own() if _rank(address) < 90]


_seen: tuple[float, frozenset[Address]] = (float("-inf"), frozenset())


def is_own(address: Address) -> bool:
    """Whether this machine has `address` now. What is not known yet is looked for again, though
    not more than once a second: the machine may have moved to another network."""
    global _seen
    asked, known = _seen
    if address not in known and time.monotonic() - asked >= 1:
        known = frozenset(own())
        _seen = time.monotonic(), known
    return address in known


def is_private(listening: str) -> bool:
    """Whether nobody but this machine and its own network reaches what listens on `listening`
    (empty: on all of this machine's IPv4 addresses). A name says nothing about that, but for
    localhost."""
    if listening in EVERYWHERE:
        return not any(a.is_global for a in own() if listening == "::" or a.version == 4)
    if listening == "localhost":
        return True
    try:
        return not ipaddress.ip_address(listening).is_global
    except ValueError:
        return False


def urls(port: int, listening: str = "", public: str = "") -> list[str]:
    """Where phones find a server that listens on `listening` (empty: on all of this machine's
    addresses) at `port`: the best first. `public` stands over all of it. This machine's own name
    for itself only if it has no other."""
    if public:
        return [public if public.endswith("/") else f"{public}/"]
    if listening not in EVERYWHERE:
        return [url(listening, port)]
    found = [a for a in for_phones() if listening == "::" or a.version == 4]
    return [url(address, port) for address in found] or [url("localhost", port)]


EVERYWHERE = ("", "0.0.0.0", "::")  # noqa: S104


def url(host: Address | str, port: int) -> str:
    """The address to type: `http://192.168.1.5:8000/`."""
    name = f"[{host}]" if ":" in str(host) else str(host)
    return f"http://{name}/" if port == 80 else f"http://{name}:{port}/"
