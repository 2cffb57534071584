"""Live polls in a class room: teacher, projector, and a pupil with a phone."""

import re

import pytest

from tests.browser.app import App
from tests.browser.conftest import Visit
from tests.browser.expecting import expect
from tests.browser.test_rooms import join, open_room

pytestmark = [pytest.mark.long, pytest.mark.every_engine]


def ask(teacher: App, **fields: str) -> None:
    """Start a poll with these fields of the form, named by their labels."""
    teacher.page.get_by_text("Ask a question").click()
    for label, value in fields.items():
        if label in ("Question", "Position", "Mark"):
            teacher.page.get_by_role("combobox", name=label).select_option(label=value)
        else:
            if label == "Squares_of_the_marks":
                teacher.page.get_by_text("As text").click()
            teacher.page.get_by_role("textbox", name=label.replace("_", " ")).fill(value)
    teacher.press("Start the vote")


def test_a_class_votes_twice_and_sees_the_exact_answer(visit: Visit) -> None:
    teacher, address = open_room(visit)
    ann = join(visit, address, "Ann")
    expect(teacher.page.get_by_text("1 has joined")).to_be_visible()

    ask(teacher, Your_question="Is it fair?", Answer_1="Yes, always", Answer_2="No, never")
    ann.press("No, never")
    expect(ann.page.get_by_text("Your answer: No, never.")).to_be_visible()
    expect(teacher.page.get_by_text("1 of 1 have answered")).to_be_visible()
    expect(teacher.page.get_by_role("table")).to_have_count(0)
    teacher.press("Close vote")
    expect(teacher.page.get_by_role("row", name=re.compile("No, never"))).to_contain_text("1")
    expect(ann.page.get_by_text("Look at your teacher")).to_be_visible()
    expect(ann.page.get_by_role("table")).to_have_count(0)
    teacher.page.get_by_text("More", exact=True).click()
    teacher.press("Vote again")
    ann.press("Yes, always")
    expect(teacher.page.get_by_text("1 of 1 have answered")).to_be_visible()
    teacher.press("Close vote")
    expect(teacher.page.get_by_role("row", name=re.compile("Yes, always"))).to_have_text(
        re.compile(r"Yes, always\s*0 votes \(0%\)\s*1 vote \(100%\)")
    )

    ask(teacher, Question="Which move?", Squares_of_the_marks="1/4/2/5")
    for square in (2, 5):
        ann.touch(ann.square(square))
    expect(ann.page.get_by_text("Your answer: 3-6.")).to_be_visible()
    teacher.press("Close vote")
    teacher.press("Show the answer")
    expect(
        teacher.page.get_by_text(re.compile("^Best: .* loses at least half a point"))
    ).to_be_visible()
    teacher.press("Done")
    expect(ann.page.get_by_text("You’re in")).to_be_visible()


def test_where_a_mark_can_be_in_a_position_of_a_lesson(visit: Visit) -> None:
    teacher, address = open_room(visit)
    pupil = visit.open(address)
    pupil.press("Join without a nickname")
    expect(pupil.page.get_by_text("Hi, Pupil 1!")).to_be_visible()
    where = "Where can this mark be, and how likely?"
    ask(teacher, Question=where, Position="Lesson: Marks that share a square", Mark="O2")
    expect(pupil.page.get_by_text("Where can O2 be, and how likely?")).to_be_visible()
    pupil.page.get_by_label("Worlds with it on 2").fill("2")
    pupil.page.get_by_label("of how many").fill("3")
    pupil.press("Send")
    expect(pupil.page.get_by_text("Your answer: 2: 2/3, 3: 1/3.")).to_be_visible()
    teacher.press("Close vote")
    row = teacher.page.get_by_role("row", name="2: 2/3, 3: 1/3")
    expect(row).to_contain_text("1 vote (100%)")
    teacher.press("Show the answer")
    exact = teacher.page.get_by_text(re.compile("^2: 1/3, 3: 2/3. Its entanglement"))
    expect(exact).to_be_visible()


def test_both_outcomes_of_a_loop_are_shown_in_the_vote_and_with_the_answer(visit: Visit) -> None:
    teacher, address = open_room(visit)
    ann = join(visit, address, "Ann")
    ask(teacher, Question="How should this loop collapse?", Position="Lesson: The loop")
    keys = ann.page.get_by_role("button", name=re.compile("lands on"))
    expect(keys.locator("svg")).to_have_count(2)
    keys.first.click()
    expect(teacher.page.get_by_text("1 of 1 have answered")).to_be_visible()
    teacher.press("Close vote")
    teacher.press("Show the answer")
    for page in (teacher.page, ann.page):
        outcomes = page.get_by_role("listitem").filter(has_text="lands on")
        expect(outcomes).to_have_count(2)
        expect(outcomes.locator("svg.board, svg[viewBox]").first).to_be_visible()


@pytest.mark.not_in("webkit")
def test_a_prepared_lesson_and_the_page_after_it(visit: Visit) -> None:
    teacher, address = open_room(visit)
    ann, _ben = (join(visit, address, name) for name in ("Ann", "Ben"))
    teacher.page.get_by_text("A prepared lesson").click()
    teacher.press(re.compile("^First contact"))
    teacher.press("Begin")
    ann.press("I know the rules")
    expect(teacher.page.get_by_text("1 of 2 have answered")).to_be_visible()
    expect(teacher.page.get_by_text("Nearly all know it.")).to_be_visible()
    projector = teacher.page.context.new_page()
    projector.goto(teacher.page.url + "/wall")
    expect(projector.get_by_text("1 of 2 have answered")).to_be_visible()
    expect(projector.get_by_text("Nearly all know it.")).to_have_count(0)
    for page in (teacher.page, projector):
        for text in ("Ann has answered", "Ben has not answered yet"):
            expect(page.get_by_role("listitem").filter(has_text=text)).to_be_visible()
    expect(projector.get_by_role("button")).to_have_count(1)
    teacher.page.keyboard.press("PageDown")
    expect(teacher.page.get_by_role("row", name=re.compile("I know the rules"))).to_be_visible()
    teacher.page.keyboard.press("PageDown")
    expect(ann.page.get_by_text(re.compile("^Every mark goes into two squares"))).to_be_visible()
    for page in (teacher.page, projector):
        expect(page.get_by_text(re.compile("^Join with the code"))).to_be_visible()
    projector.close()
    teacher.page.keyboard.press("PageDown")
    ann.page.get_by_label("Number of worlds").fill("2")
    ann.press("Send")
    expect(teacher.page.get_by_text("1 of 2 have answered")).to_be_visible()
    teacher.page.keyboard.press("PageDown")
    teacher.page.keyboard.press("PageUp")
    teacher.press("Show to class")
    expect(ann.page.get_by_text(re.compile("^Every mark goes into two squares"))).to_be_visible()
    teacher.press("After the lesson")
    expect(
        teacher.page.get_by_role("heading", name=re.compile("^How many worlds are possible"))
    ).to_be_visible()
    expect(teacher.page.get_by_text(re.compile("^2 worlds: "))).to_be_visible()
