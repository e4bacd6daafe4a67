import string

from hypothesis import given
from hypothesis import strategies as st

from boardwright.dsl.source.suggest import did_you_mean, edits, suggest_help

NAMES = (
    "reserve", "region", "regions", "hand", "deck", "discard", "market", "merchant", "bishop", "knight",
    "knave", "coins", "cubes", "castle", "harbour", "placement_most", "plague_range", "rides_in_final",
    "main_actions", "final_actions", "round", "turn", "player", "players", "owner", "neighbours",
)  # fmt: skip


@st.composite
def one_letter_slips(draw: st.DrawFn) -> tuple[str, str]:
    name = draw(st.sampled_from([name for name in NAMES if len(name) >= 4]))
    at = draw(st.integers(0, len(name) - 1))
    letter = draw(st.sampled_from(string.ascii_lowercase + "_"))
    slips = [
        name[:at] + name[at + 1 :],
        name[:at] + letter + name[at:],
        name[:at] + letter + name[at + 1 :],
    ]
    if at + 1 < len(name):
        slips.append(name[:at] + name[at + 1] + name[at] + name[at + 2 :])
    return name, draw(st.sampled_from(slips))


@given(one_letter_slips())
def test_one_slip_of_a_letter_finds_the_word(pair: tuple[str, str]) -> None:
    name, slip = pair
    if slip not in NAMES:
        assert name in did_you_mean(slip, NAMES)


@given(st.permutations(NAMES), st.text(string.ascii_lowercase + "_", max_size=16))
def test_the_order_of_the_candidates_does_not_matter(names: list[str], wanted: str) -> None:
    assert did_you_mean(wanted, names) == did_you_mean(wanted, NAMES)


def test_case_is_ignored() -> None:
    assert did_you_mean("MERCHANT", NAMES)[0] == "merchant"


def test_a_swap_of_neighbours_is_one_slip_and_comes_first() -> None:
    assert edits("form", "from") == 1
    assert did_you_mean("bihsop", ["bihops", "bimsopp", "bishop"])[0] == "bishop"


def test_words_that_are_not_close_are_not_proposed() -> None:
    assert did_you_mean("elephant", NAMES) == ()
    assert did_you_mean("xy", ["me", "my"]) == ()
    assert did_you_mean("", NAMES) == ()


def test_at_most_three_are_proposed_and_never_the_name_itself() -> None:
    assert did_you_mean("card_a", [f"card_{letter}" for letter in "abcdefg"]) == (
        "card_b",
        "card_c",
        "card_d",
    )


def test_a_very_long_name_costs_nothing() -> None:
    assert did_you_mean("a" * 1_000_000, ["a" * 1_000_000 + "b", *NAMES]) == ()


def test_the_help_line_reads_as_a_question() -> None:
    assert suggest_help("bishpo", NAMES) == ("did you mean `bishop`?",)
    assert suggest_help("abcx", ["abca", "abcb"]) == ("did you mean `abca` or `abcb`?",)
    assert suggest_help("abcx", ["abca", "abcb", "abcc"]) == (
        "did you mean `abca`, `abcb` or `abcc`?",
    )
    assert suggest_help("elephant", NAMES) == ()


@given(st.text("abc", max_size=7), st.text("abc", max_size=7))
def test_edits_are_counted_as_by_hand(one: str, other: str) -> None:
    rows = [[max(i, j) for j in range(len(other) + 1)] for i in range(len(one) + 1)]
    for i, j in ((i, j) for i in range(1, len(one) + 1) for j in range(1, len(other) + 1)):
        least = min(rows[i - 1][j], rows[i][j - 1]) + 1
        least = min(least, rows[i - 1][j - 1] + (one[i - 1] != other[j - 1]))
        if i > 1 and j > 1 and one[i - 1] == other[j - 2] and one[i - 2] == other[j - 1]:
            least = min(least, rows[i - 2][j - 2] + 1)
        rows[i][j] = least
    assert edits(one, other) == rows[-1][-1] == edits(other, one)


def test_other_letters_and_letters_said_again_are_told_apart_well_enough() -> None:
    assert did_you_mean("straße", ["strasse", "strand"]) == ("strasse",)
    assert did_you_mean("aaaa", ["aaaaa", "bbbbb"]) == ("aaaaa",)
    assert did_you_mean("Zérö", ["zéro", "zoro"]) == ("zéro",)
