"""Measurements as JSON, their validation and their audit."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qttt.quantum import Measurement, ProofError
from qttt.quantum.audit import AuditStatus, audit, check_measurement, measurement_rows
from qttt.quantum.circuit import loop_circuit
from qttt.quantum.measurement import measurement_of, parse_time, utc_now
from tests.quantum.positions import PAIR, STEM

TIME = "2026-01-02T03:04:05.678+00:00"
PLAIN = {"source": "os", "backend": "operating system", "time": TIME, "bit": 1}
TAKEN = measurement_of(
    loop_circuit(STEM), "0111", source="qi", backend="Tuna", time=TIME, job="17", number=3
)


@given(
    st.builds(
        Measurement,
        source=st.text(),
        backend=st.text(),
        time=st.just(TIME),
        bit=st.integers(0, 1),
        circuit=st.text(),
        counts=st.dictionaries(st.text("01"), st.integers(0, 9)),
        job=st.text(),
        seed=st.none() | st.integers(),
        shot=st.none() | st.integers(0),
    )
)
def test_json_round_trip(measurement: Measurement) -> None:
    text = measurement.to_json()
    assert text.isascii()
    assert "\n" not in text
    assert Measurement.from_json(json.loads(text)) == measurement


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"bit": 2}, "the bit of a measurement must be 0 or 1, not 2"),
        ({"bit": True}, "the bit of a measurement must be 0 or 1, not True"),
        ({"source": 1}, "the source of a measurement must be text, not 1"),
        ({"seed": "7"}, "the seed of a measurement must be an integer, not '7'"),
        ({"shot": 1.5}, "the shot of a measurement must be an integer, not 1.5"),
        ({"counts": [1]}, "the counts of a measurement are numbers of shots, not [1]"),
        (
            {"counts": {"0": "1"}},
            "the counts of a measurement are numbers of shots, not {'0': '1'}",
        ),
        ({"time": "soon"}, "'soon' is not a time: write it as 2026-01-02T15:04"),
        ({"time": "2026-01-02"}, "'2026-01-02' has no time zone: write it as 2026-01-02T15:04"),
        ({"colour": "red"}, "unknown field 'colour' in a measurement"),
    ],
)
def test_invalid_fields(change: dict[str, object], message: str) -> None:
    with pytest.raises(ProofError) as raised:
        Measurement.from_json({**PLAIN, **change})
    assert str(raised.value).startswith(message)


def test_missing_fields() -> None:
    for name in PLAIN:
        with pytest.raises(ProofError, match=f"the measurement lacks its {name}"):
            Measurement.from_json({key: value for key, value in PLAIN.items() if key != name})
    with pytest.raises(ProofError, match="a measurement must be a JSON object"):
        Measurement.from_json([])


def test_a_coin_is_one_shot() -> None:
    assert TAKEN.only_shot == "0111"
    with pytest.raises(ProofError, match="a coin needs exactly one shot, not 3"):
        _ = replace(TAKEN, counts={"0111": 1, "1001": 2}).only_shot


def test_the_description_of_the_origin() -> None:
    assert TAKEN.origin == "Tuna, job 17, shot 3"
    assert replace(TAKEN, job="", shot=None, seed=5).origin == "Tuna, seed 5"


def test_now_is_a_time() -> None:
    assert parse_time(utc_now()) <= parse_time(utc_now())


# --- audit -----------------------------------------------------------------------------------


def grades(measurement: Measurement) -> list[AuditStatus]:
    return [finding.status for finding in audit(measurement, STEM)]


def test_a_valid_measurement() -> None:
    assert [finding.text for finding in audit(TAKEN, STEM)] == [
        "the circuit is that of this loop",
        "0111 decodes to 0; 4 of 4 qubits agree",
        "whether Tuna measured it: only it knows job 17",
    ]
    check_measurement(TAKEN, STEM)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"bit": 1}, "0111 decodes to 0, not 1"),
        ({"counts": {"1001": 1}}, "1001 decodes to 1, not 0"),
        ({"counts": {"0111": 2}}, "a coin needs exactly one shot, not 2"),
        ({"counts": {"01": 1}}, "'01' is not a shot of 4 qubits"),
        ({"circuit": TAKEN.circuit + "\n"}, "the circuit is neither that of the loop nor a plain"),
    ],
)
def test_a_forged_measurement(change: dict[str, object], message: str) -> None:
    with pytest.raises(ProofError, match=message):
        check_measurement(replace(TAKEN, **change), STEM)  # type: ignore[arg-type]


def test_a_circuit_of_another_loop_is_wrong() -> None:
    with pytest.raises(ProofError, match="the circuit is neither that of the loop"):
        check_measurement(TAKEN, PAIR)


def test_a_bit_without_a_circuit_cannot_be_checked() -> None:
    (finding,) = audit(Measurement.from_json(PLAIN), STEM)
    assert finding == (
        AuditStatus.UNKNOWN,
        "a bit from operating system, which cannot be checked",
    )


def test_rows_of_a_measurement_without_counts() -> None:
    plain = Measurement("qi", "Tuna", TIME, 1, job="17", shot=0)
    assert dict(measurement_rows(plain, STEM)) == {
        "Coin": "qi",
        "Bit": "1",
        "Job": "17",
        "Shot": "0",
        "At": "03:04:05 UTC",
    }
