"""``qttt shell``: the game by typed commands or scripts."""

from typing import Annotated

from qttt.play import named_coin
from qttt.quantum import DEFAULT_TIMEOUT_S

from .declared import Argument, command
from .interrupts import catch_interrupts
from .options import CoinName, CoinWait, RulesText, Seed, read_rules
from .output import stdout_style


@command(
    epilog="`help` in the shell lists its commands.",
)
def shell(
    n: Annotated[int | None, Argument(metavar="N", help="Side of the board, by default 4.")] = None,
    rules: RulesText = "krist",
    seed: Seed = None,
    coin: CoinName = None,
    coin_wait: CoinWait = DEFAULT_TIMEOUT_S,
) -> int:
    from qttt.shell import TerminalStyle, run_shell

    catch_interrupts()
    stdout = stdout_style()
    style = TerminalStyle(stdout.unicode, stdout.color, stdout.width)
    tosser = named_coin(coin, seed=seed, timeout_s=coin_wait) if coin else None
    return run_shell(read_rules(rules, n), seed=seed, coin=tosser, style=style)
