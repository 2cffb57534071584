import pytest
from hypothesis import given
from hypothesis import strategies as st

from qttt.arena.budget import Budget
from qttt.arena.errors import ContenderError
from qttt.arena.protocol import read_budget
from qttt.engine.levels import Level

BUDGETS = st.one_of(
    st.integers(1, 86_400_000).map(lambda ms: Budget(seconds=ms / 1000)),
    st.integers(1, (1 << 60) - 1).map(lambda nodes: Budget(nodes=nodes)),
    st.sampled_from(Level).map(lambda level: Budget(level=level)),
)


@given(BUDGETS)
def test_budget_is_read_back(budget: Budget) -> None:
    assert Budget.parse(str(budget)) == budget
    assert read_budget(budget.go_arguments) == budget


def test_unlimited_search() -> None:
    assert str(Budget()) == Budget().go_arguments == "infinite"
    assert read_budget("infinite") == Budget()


@pytest.mark.parametrize(
    "text", ["", "time", "time=", "time=soon", "time=nan", "nodes=1.5", "level=x", "infinite"]
)
def test_invalid_budget(text: str) -> None:
    with pytest.raises(ContenderError) as caught:
        Budget.parse(text)
    usage = "write time=SECONDS, nodes=N or level=NAME"
    assert str(caught.value) == f"invalid budget {text!r}: {usage}"


@pytest.mark.parametrize("text", ["time=0", "time=-1", "time=86401", "time=1e9"])
def test_time_out_of_range(text: str) -> None:
    with pytest.raises(
        ContenderError, match=r"^time must be from 0\.001 to 86400 s for a move, not "
    ):
        Budget.parse(text)


@pytest.mark.parametrize("text", ["nodes=0", "nodes=-1", f"nodes={1 << 60}"])
def test_nodes_out_of_range(text: str) -> None:
    with pytest.raises(ContenderError) as caught:
        Budget.parse(text)
    assert str(caught.value) == f"nodes must be from 1 to 2**60 for a move, not {text[6:]}"


@pytest.mark.parametrize(
    "arguments",
    ["", "time", "time 0", "time 1.5", "time 99999999", "nodes 0", "nodes x", "level x"],
)
def test_invalid_go_arguments(arguments: str) -> None:
    assert read_budget(arguments) is None
