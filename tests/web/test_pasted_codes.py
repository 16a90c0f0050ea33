"""A code may come as a whole message, or as a link."""

from __future__ import annotations

import pytest
from flask import Flask
from phones import open_table, phone_of, token_of


@pytest.mark.parametrize(
    "typed",
    [
        "{code}",
        "{low}",
        "{spaced}",
        "Code: {code}.",
        "Our table is {code}, come quickly",
        "http://192.168.0.5:8000/t/{code}",
        "http://192.168.0.5:8000/t/{code}?as=p2",
        "Scanne {code}!",
    ],
)
def test_a_code_is_found_in_what_is_pasted(shared: Flask, typed: str) -> None:
    host = phone_of(shared)
    code = open_table(shared, host, ["Ann", "Bo", typed[:9]])
    spaced = f"{code[:3]} {code[3:]}"
    text = typed.format(code=code, low=code.lower(), spaced=spaced)
    answer = shared.test_client().get("/join", query_string={"code": text})
    assert answer.status_code == 200
    assert "Who is using this phone?" in answer.text


def test_a_link_with_a_token_leads_to_its_table(shared: Flask) -> None:
    host = phone_of(shared)
    code = open_table(shared, host)
    service = shared.extensions["service"]
    token = service.joining.join_token(code, service.phones.find(token_of(host)))
    text = f"Come: http://referee.local/j/{token}"
    answer = shared.test_client().get("/join", query_string={"code": text})
    assert answer.headers["Location"] == f"/j/{token}"


def test_what_holds_no_code_is_said_back(shared: Flask) -> None:
    answer = shared.test_client().get("/join", query_string={"code": "Scanne"})
    assert answer.status_code == 404
    assert "Scanne" in answer.text
    assert shared.test_client().get("/join", query_string={"code": "x" * 9999}).status_code == 404
