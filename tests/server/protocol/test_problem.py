"""Problem documents: what a refusal over HTTP says about itself."""

import pytest
from litestar.exceptions import HTTPException
from litestar.testing import RequestFactory

from meadhall.core.refusal import Refusal
from meadhall.server.api.errors import RESPONSES, STATUS, on_http
from meadhall.server.protocol.problem import TITLES, TooMany, problem_document

OF_ANY_REQUEST = {400, 405, 415, 422, 429, 500, 503}
"""What a request can be answered with before, or in spite of, the rules of the server."""


def test_every_status_that_the_server_answers_with_has_a_title() -> None:
    assert {*STATUS.values()} | OF_ANY_REQUEST == {*TITLES}


def test_the_description_lists_the_errors_that_a_client_can_avoid() -> None:
    assert {*RESPONSES} == {*TITLES} - {500, 503}


def test_a_problem_names_its_type_its_title_and_what_it_is_about() -> None:
    problem = problem_document(409, Refusal("SEAT_TAKEN", "Seat 1 is taken.", ("seat",)))
    assert (problem.type, problem.title) == ("urn:meadhall:problem:seat-taken", "Conflict")
    assert (problem.status, problem.detail, problem.objects) == (409, "Seat 1 is taken.", ("seat",))


@pytest.mark.parametrize(
    ("status", "said"),
    [(404, "Why."), (500, "Something went wrong on the server."),
     (503, "Something went wrong on the server.")],
)  # fmt: skip
def test_what_went_wrong_inside_is_not_told(status: int, said: str) -> None:
    error = HTTPException("Why.", status_code=status)
    answer = on_http(RequestFactory().get(), error)
    assert (answer.status_code, answer.content.detail) == (status, said)


@pytest.mark.parametrize(("seconds", "said"), [(0.0, 1), (0.2, 1), (1.0, 1), (1.1, 2), (30.0, 30)])
def test_a_client_waits_for_whole_seconds_and_at_least_one(seconds: float, said: int) -> None:
    assert TooMany(seconds).wait == said
