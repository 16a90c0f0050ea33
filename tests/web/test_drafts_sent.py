"""A row that is kept for all phones says in which hand its form was begun."""

from __future__ import annotations

import re

from flask import Flask
from phones import form_token, open_table, phone_of, token_of

from referee.service import Submission


def test_a_form_left_open_over_other_hands_keeps_nothing_for_the_next(app: Flask) -> None:
    client = phone_of(app)
    code = open_table(app, client)
    service = app.extensions["service"]
    phone = service.phones.find(token_of(client))
    address = f"/t/{code}/sheet/score"

    def begun() -> str:
        fields = "winner=p1&now=p2&points.p2=9"
        found = re.search('name="begun" value="([0-9]+)"', client.get(f"{address}?{fields}").text)
        assert found is not None
        return found[1]

    def keep(begun: str) -> str:
        sent = {"csrf_token": form_token(client), "winner": "p1", "points.p2": "9", "begun": begun}
        answer = client.post(f"{address}?keep=p2", data=sent)
        assert answer.status_code == 303
        return answer.headers["Location"]

    old = begun()
    assert "/sheet/score?" in keep(old)
    assert service.drafts.on(code, phone, "score")
    for n in range(2):
        event = {"type": "end_hand", "winner": "p1", "points": {"p2": 3, "p3": 1}}
        service.play.submit(code, phone, Submission(event=event, seen=n, key=f"k{n}"))
    assert keep(old).endswith(f"/t/{code}")
    assert not service.drafts.on(code, phone, "score")
    assert "/sheet/score?" in keep(begun())
    assert service.drafts.on(code, phone, "score")
