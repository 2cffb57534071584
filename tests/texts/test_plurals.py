"""Rules for plural forms, compared with those of JavaScript."""

import json
import re
import subprocess

import pytest

from qttt.texts.folders import languages
from qttt.texts.phrases import phrases
from qttt.texts.plurals import Plurals
from scripts import web

NUMBERS = range(1200)


@pytest.mark.parametrize("language", languages())
def test_forms_are_those_of_javascript(language: str) -> None:
    node = web.find_node()
    if node is None:
        pytest.skip("Node is not installed: make web")
    code = (
        f"const rules = new Intl.PluralRules({json.dumps(language)});"
        f"console.log(JSON.stringify(Array.from({{length: {len(NUMBERS)}}}, "
        "(_, n) => rules.select(n))))"
    )
    found = subprocess.run(
        [node.folder / "node", "-e", code], capture_output=True, text=True, check=True
    )
    plurals = phrases(language).plurals
    assert [plurals.form(number) for number in NUMBERS] == json.loads(found.stdout)


def test_a_language_can_have_one_form() -> None:
    assert Plurals("other").form(1) == "other"


@pytest.mark.parametrize(
    ("rules", "fault"),
    [
        ("ones: n = 1", "there is no plural form 'ones': choose from zero, one, two, few, many"),
        ("one", "the plural rule '' cannot be read: write it as n % 10 = 2..4,6"),
        ("one: n is 1", "the plural rule 'n is 1' cannot be read: write it as n % 10 = 2..4,6"),
    ],
)
def test_rules_that_cannot_be_read_are_named(rules: str, fault: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(fault)}$"):
        Plurals(rules)
