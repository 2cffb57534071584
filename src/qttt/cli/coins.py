"""``qttt coins``: pools of bits measured in advance, and tests of sources."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

from qttt.quantum import Measurement, Pool, coin_circuit, decode, open_source
from qttt.quantum.battery import MIN_BITS, SIGNIFICANCE_LEVEL, BatteryResult, battery, failed_tests

from . import output
from .declared import Argument, Group, Option
from .errors import CliError
from .options import Json, Seed
from .output import OutputStyle

app = Group()

File = Annotated[Path, Argument(metavar="FILE", help="The pool.")]

_POOL = "pool:"
_MAX_BITS = 100_000
_BITS_PER_JOB = 10_000


@app.command(help="Measure bits and add them to a pool.")
def fetch(
    file: File,
    source: Annotated[
        str, Option(metavar="SOURCE", help="The source; see docs/quantum.md.")
    ] = "qx",
    bits: Annotated[
        int, Option(metavar="N", min=1, max=_MAX_BITS, help="How many, in one job.")
    ] = 100,
    seed: Seed = None,
    wait: Annotated[float, Option(metavar="S", min=0.1, help="Give up after S seconds.")] = 600.0,
    json: Json = False,
) -> None:
    if source.startswith(_POOL):
        output.check_not_input(file, Path(source.removeprefix(_POOL)))
    device, pool = open_source(source, seed=seed, timeout_s=wait), Pool(file)
    pool.add(())  # fail before measuring if the file cannot be written
    measured = device.fetch(bits)
    pool.add(measured)
    if json:
        output.show_json({"asked": bits, **facts(measured, pool)})
    else:
        output.show(page(measured, bits, pool, output.stdout_style()))


@app.command(help="Show what is in a pool.")
def show(file: File, json: Json = False) -> None:
    pool = Pool(file)
    measured = pool.measurements()
    if json:
        output.show_json(facts(measured, pool))
    else:
        output.show(page(measured, len(measured), pool, output.stdout_style()))


@app.command(
    help="Test whether the bits of a source or a pool are fair.",
    epilog="The exit code is 1 if the coin is not fair.",
)
def check(
    file: Annotated[
        Path | None,
        Argument(metavar="FILE", help="A pool instead of a source; it is not changed."),
    ] = None,
    source: Annotated[
        str | None,
        Option(
            metavar="SOURCE",
            help="The source; see docs/quantum.md.",
            show_default="qx",
        ),
    ] = None,
    bits: Annotated[int, Option(metavar="N", min=MIN_BITS, help="How many to measure.")] = 10_000,
    seed: Seed = None,
    wait: Annotated[
        float, Option(metavar="S", min=0.1, help="Give up a job after S seconds.")
    ] = 600.0,
    json: Json = False,
) -> int:
    if file and source:
        raise CliError("usage", "choose a pool or a --source")
    tested = pool_bits(file) if file else measure_bits(source or "qx", bits, seed, wait)
    try:
        findings = battery(tested)
    except ValueError as error:
        raise CliError("coin", str(error)) from error
    if json:
        output.show_json(findings_json(len(tested), findings))
    else:
        output.show(verdict(len(tested), findings))
    return int(bool(failed_tests(findings)))


def pool_bits(file: Path) -> list[int]:
    """Return all bits of a pool, used or not."""
    return [measurement.bit for measurement in Pool(file).measurements()]


def measure_bits(source: str, count: int, seed: int | None, wait: float) -> list[int]:
    """Measure ``count`` new bits, in several jobs if necessary."""
    if source.startswith(_POOL):
        pool = source.removeprefix(_POOL)
        message = f"use qttt coins check {pool}: as a source its bits would be used up"
        raise CliError("usage", message)
    device = open_source(source, seed=seed, timeout_s=wait)
    bits: list[int] = []
    while len(bits) < count:
        bits += [
            measurement.bit for measurement in device.fetch(min(count - len(bits), _BITS_PER_JOB))
        ]
    return bits


def verdict(count: int, findings: Sequence[BatteryResult]) -> Iterator[str]:
    """Format a line for each test, and the conclusion."""
    yield f"{'Test':<11}  {'p':>7}  Seen in {count:,} bits"
    for test, seen, p in findings:
        yield f"{test:<11}  {p:>7.2g}  {seen}"
    if failed := failed_tests(findings):
        fair = f"only one in {round(1 / SIGNIFICANCE_LEVEL):,} fair coins deviates so much"
        yield f"Not fair ({', '.join(failed)}): {fair}."
    else:
        yield "These bits look like those of a fair coin."


def findings_json(count: int, findings: Sequence[BatteryResult]) -> dict[str, object]:
    """Return the findings as JSON."""
    tests = [finding._asdict() for finding in findings]
    return {"bits": count, "rejecting": failed_tests(findings), "tests": tests}


def page(
    measured: Sequence[Measurement], asked: int, pool: Pool, style: OutputStyle
) -> Iterator[str]:
    """Format the number of bits, their sources and the noise of the qubits."""
    ones = sum(measurement.bit for measurement in measured)
    missing = f", of {asked:,} requested" if len(measured) < asked else ""
    yield style.row("Measured", f"{len(measured):,} bits, {ones:,} of them 1{missing}")
    for backend in dict.fromkeys(measurement.backend for measurement in measured):
        yield style.row("Backend", backend)
    yield style.row("Noise", _noise(measured))
    counts = pool.counts()
    left = f"{counts.unused:,} bits left, {counts.used:,} used"
    yield style.row("Pool", f"{pool.path}: {left}", is_wrapped=False)


def facts(measured: Sequence[Measurement], pool: Pool) -> dict[str, object]:
    """Return the pool as JSON; noise is null if no qubits were measured."""
    disagreeing, qubits = _count_disagreeing(measured)
    counts = pool.counts()
    return {
        "file": str(pool.path),
        "bits": len(measured),
        "ones": sum(measurement.bit for measurement in measured),
        "backends": [*dict.fromkeys(measurement.backend for measurement in measured)],
        "noise": round(disagreeing / qubits, 6) if qubits else None,
        "left": counts.unused,
        "used": counts.used,
    }


def _noise(measured: Sequence[Measurement]) -> str:
    disagreeing, qubits = _count_disagreeing(measured)
    if not qubits:
        return "not known: no qubits were measured"
    share = f"{100 * disagreeing / qubits:.2f} %"
    return f"{share}: {disagreeing:,} of {qubits:,} qubits contradict the bit of their shot"


def _count_disagreeing(measured: Sequence[Measurement]) -> tuple[int, int]:
    """Return how many qubits contradict their bit, and how many there are."""
    votes = [
        decode(coin_circuit(), measurement.only_shot)
        for measurement in measured
        if measurement.counts
    ]
    return sum(vote.disagreeing for vote in votes), sum(vote.qubits for vote in votes)
