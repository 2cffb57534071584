"""Statistics of a computer's search as names and numbers."""

from collections.abc import Iterator

from qttt.notation.points import format_lead

from .analysis import Analysis
from .classical import EvalStatistics
from .search import Estimate


def statistics(
    analysis: Analysis | Estimate | EvalStatistics | None, *, unicode: bool = True
) -> Iterator[tuple[str, str]]:
    """Yield the statistics of a search; the value of a single simulation is no estimate."""
    if isinstance(analysis, EvalStatistics):
        yield "nodes", f"{analysis.nodes:,}"
        yield "depth", f"{analysis.depth}"
        yield "MAX cut-offs", f"{analysis.max_cutoffs:,}"
        yield "MIN cut-offs", f"{analysis.min_cutoffs:,}"
        yield "time cut-off", _time_cutoff(analysis)
        yield "seconds", f"{analysis.seconds:.3f}"
    if isinstance(analysis, Analysis):
        yield "value", format_lead(analysis.value, unicode=unicode)
        yield "nodes", f"{analysis.nodes:,}"
        yield "seconds", f"{analysis.seconds:.3f}"
    if isinstance(analysis, Estimate):
        if analysis.simulations > 1 or analysis.is_proven:
            is_exact = analysis.is_proven
            yield "value", format_lead(analysis.value, is_exact=is_exact, unicode=unicode)
        yield "simulations", f"{analysis.simulations:,}"
        yield "nodes", f"{analysis.nodes:,}"
        yield "seconds", f"{analysis.seconds:.3f}"
        if analysis.simulations > 1:
            yield "judge", "learned weights" if analysis.is_learned else "random games"


def _time_cutoff(statistics: EvalStatistics) -> str:
    if statistics.stopped:
        return "yes, stopped"
    return "yes" if statistics.cut_off else "no"
