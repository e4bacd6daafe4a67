from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardwright.interpreter.machine.rng import (
    WORDS,
    Stream,
    below,
    first_word,
    next32,
    seed_words,
    shuffle,
    shuffle_order,
)

# The published generator (prng.di.unimi.it, xoshiro128starstar.c, version 1.1):
#
#     uint32_t next(void) {
#         const uint32_t result = rotl(s[1] * 5, 7) * 9, t = s[1] << 9;
#         s[2] ^= s[0]; s[3] ^= s[1]; s[1] ^= s[2]; s[0] ^= s[3];
#         s[2] ^= t; s[3] = rotl(s[3], 11);
#         return result;
#     }
#
# The numbers below are what it prints when compiled from C: state, first outputs, and the state after
# 10,000 outputs.
REFERENCE = [
    (
        [1, 2, 3, 4],
        [11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849, 3729100597],
        [1425163862, 2104554873, 3809361441, 3810743010],
    ),
    (
        [0xFFFFFFFF] * 4,
        [4294962679, 4294962679, 4292019319, 2943360, 1509943680, 246671744, 2681405836],
        [4242337337, 2086377191, 1070911162, 3469335446],
    ),
    (
        [0xDEADBEEF, 0x80000000, 0x12345678, 0],
        [576, 2263959479, 1162347276, 1930887705, 4181817543, 710082231, 1552098, 3118668456],
        [4155768427, 3396706689, 1858704810, 1612404055],
    ),
]

MASK = 0xFFFFFFFF
INVERSE_OF_5 = pow(5, -1, 2**32)
INVERSE_OF_9 = pow(9, -1, 2**32)


def words_that_draw(word: int) -> list[int]:
    """A state whose next output is `word`: the output depends on the second word alone."""
    r = word * INVERSE_OF_9 & MASK
    r = (r >> 7 | r << 25) & MASK
    return [1, r * INVERSE_OF_5 & MASK, 3, 4]


def answer(word: int, n: int, bits: int) -> int | None:
    """What a drawn word of so many bits answers below n; None: draw again. The mapping, told plainly."""
    return None if word * n % 2**bits < 2**bits % n else word * n // 2**bits


@pytest.mark.parametrize(("state", "outputs", "state_after_10_000"), REFERENCE)
def test_agrees_with_the_published_generator(
    state: list[int], outputs: list[int], state_after_10_000: list[int]
) -> None:
    v = list(state)
    drawn = [next32(v, 0) for _ in range(10_000)]
    assert drawn[: len(outputs)] == outputs
    assert v == state_after_10_000


def test_touches_its_own_four_words_only() -> None:
    v = [7, 7, 1, 2, 3, 4, 7, 7]
    assert next32(v, 2) == 11520
    below(v, 2, 6)
    shuffle_order(v, 2, 5)
    assert v[:2] == v[2 + WORDS :] == [7, 7]
    assert all(0 <= word <= MASK for word in v)


@pytest.mark.parametrize("bits", [4, 8])
def test_the_mapping_gives_every_answer_equally_often(bits: int) -> None:
    for n in range(1, 2**bits + 1):
        counts = Counter(answer(word, n, bits) for word in range(2**bits))
        del counts[None]
        assert counts == dict.fromkeys(range(n), 2**bits // n)


@given(st.integers(0, MASK), st.integers(2, 2**32) | st.integers(2, 100))
def test_below_answers_as_the_mapping_says(word: int, n: int) -> None:
    v = words_that_draw(word)
    w = list(v)
    drawn = below(v, 0, n)
    expected = None
    while expected is None:
        expected = answer(next32(w, 0), n, 32)
    assert (drawn, v) == (expected, w)


@pytest.mark.parametrize("n", [2, 3, 5, 6, 7, 17, 36, 1000, 2**31 + 1, 2**32 - 1])
def test_below_is_exact_at_the_edges_of_an_answer(n: int) -> None:
    """Each answer is a run of words: 2**32 // n of them, the refused one before it left out."""
    for k in {0, 1, n // 2, n - 1}:
        first = -(-k * 2**32 // n)  # the first word with word * n // 2**32 == k
        if first * n % 2**32 < 2**32 % n:
            v = words_that_draw(first)
            w = list(v)
            below(v, 0, n)
            next32(w, 0)
            assert v != w, "the refused word was answered"
            first += 1
        last = first + 2**32 // n - 1
        assert below(words_that_draw(first), 0, n) == k
        assert below(words_that_draw(last), 0, n) == k
        assert last == MASK or (last + 1) * n // 2**32 == k + 1


def test_below_one_draws_nothing() -> None:
    v = [1, 2, 3, 4]
    assert below(v, 0, 1) == 0
    assert v == [1, 2, 3, 4]


def test_below_the_whole_range_is_the_word_itself() -> None:
    assert below([0xDEADBEEF, 0x80000000, 0x12345678, 0], 0, 2**32) == 576


@pytest.mark.parametrize("n", [0, -1, 2**32 + 1])
def test_below_refuses_what_it_cannot_draw_and_draws_nothing(n: int) -> None:
    v = [1, 2, 3, 4]
    with pytest.raises(ValueError, match=f"cannot draw below {n}"):
        below(v, 0, n)
    assert v == [1, 2, 3, 4]


def test_shuffle_reaches_every_order_by_one_way_of_draws() -> None:
    """With answers equally likely, orders are too: n! ways of drawing, each to another order."""
    reached = {tuple(shuffle_order(list(seed_words(seed, "s")), 0, 4)) for seed in range(400)}
    assert reached == set(permutations(range(4)))


def test_shuffle_is_fisher_yates_from_the_last_place_down() -> None:
    v = list(seed_words(7, "deck"))
    w = list(v)
    expected = list(range(40))
    last = 39
    while last > 0:
        # As many steps as one draw can decide; the first is what remains of it by the number of its choices.
        choices, product = [last + 1], last + 1
        while last > 1 and product * last <= 2**32:
            choices.append(last)
            product *= last
            last -= 1
        last -= 1
        drawn = below(w, 0, product)
        for choice in choices:
            other = drawn % choice
            drawn //= choice
            expected[choice - 1], expected[other] = expected[other], expected[choice - 1]
    assert shuffle_order(v, 0, 40) == expected
    assert v == w
    assert sorted(expected) == list(range(40))


@pytest.mark.parametrize("items", [[], ["only"]])
def test_shuffling_fewer_than_two_draws_nothing(items: list[str]) -> None:
    v = [1, 2, 3, 4]
    shuffle(v, 0, items)
    assert v == [1, 2, 3, 4]


def test_streams_derive_as_records_expect() -> None:
    """These numbers may never change: recorded games depend on them."""
    assert seed_words(0, "game") == (3760354736, 1312107998, 1220806769, 2273268885)
    assert seed_words(7, "setup") == (1698118433, 4076292050, 3561288061, 4284131764)
    assert seed_words(-1, "agent 0") == (3529045110, 4275095172, 3100118883, 193692452)


def test_streams_of_a_seed_and_seeds_of_a_stream_differ() -> None:
    names = ["", "game", "setup", "agent", "agent 1", "agent 11", "1:game", "game:1"]
    seeds = [0, 1, -1, 2, 11, 2**32, 2**64 + 1, 10**5000]
    states = {seed_words(seed, name) for seed in seeds for name in names}
    assert len(states) == len(seeds) * len(names)
    assert all(len(words) == WORDS and any(words) for words in states)
    assert all(0 <= word <= MASK for words in states for word in words)


def test_a_draw_from_one_stream_never_shifts_another() -> None:
    v = [*seed_words(7, "game"), *seed_words(7, "setup")]
    alone = list(seed_words(7, "setup"))
    drawn = []
    for i in range(50):
        for _ in range(i % 4):
            below(v, 0, 6)
        drawn.append(below(v, 4, 6))
    assert drawn == [below(alone, 0, 6) for _ in range(50)]


def test_streams_of_their_own_agree_with_the_published_generator() -> None:
    """What splitmix64.c (prng.di.unimi.it) prints from a word of 1234567 and of 0."""
    stream = Stream(0, "agent 1")
    stream.word = 1234567
    assert [stream.next64() for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]
    stream.word = 0
    assert stream.next64() == 16294208416658607535


def test_streams_of_their_own_derive_as_seeds_expect() -> None:
    """These numbers may never change: the games of a seed depend on them."""
    assert [first_word(*of) for of in ((7, "agent 1"), (7, "agent 2"), (-1, "agent 1"))] == [
        12900950836327397579,
        10899801132702443433,
        9684608444245236536,
    ]
    low, high, *_ = seed_words(7, "agent 1")
    assert first_word(7, "agent 1") == Stream(7, "agent 1").word == high << 32 | low
    stream = Stream(7, "agent 1")
    assert [stream.below(1000) for _ in range(6)] == [709, 675, 71, 455, 125, 611]


@given(st.integers(0, 2**64 - 1), st.integers(1, 100) | st.integers(1, 2**64))
def test_a_stream_multiplies_and_shifts(word: int, n: int) -> None:
    stream, beside = Stream(0, ""), Stream(0, "")
    stream.word = beside.word = word
    drawn = stream.below(n)
    if n == 1:
        assert (drawn, stream.word) == (0, word)
    elif n <= 2**32:
        assert drawn == beside.next32() * n // 2**32
    else:
        assert drawn == beside.next64() * n // 2**64
    assert 0 <= drawn < n
    assert n == 1 or stream.word == beside.word == (word + 0x9E3779B97F4A7C15) % 2**64


def test_a_stream_draws_each_number_about_as_often_as_any_other() -> None:
    stream = Stream(1, "agent 1")
    counts = Counter(stream.below(7) for _ in range(70_000))
    assert set(counts) == set(range(7))
    assert all(abs(count - 10_000) < 400 for count in counts.values())  # 4.3 times its deviation


@pytest.mark.parametrize("n", [0, -1, 2**64 + 1])
def test_a_stream_refuses_what_it_cannot_draw(n: int) -> None:
    stream = Stream(1, "agent 1")
    word = stream.word
    with pytest.raises(ValueError, match=f"cannot draw below {n}"):
        stream.below(n)
    assert stream.word == word


def test_a_stream_shuffles_into_every_order() -> None:
    stream = Stream(7, "agent 1")
    reached = set()
    for _ in range(400):
        items = list(range(4))
        stream.shuffle(items)
        reached.add(tuple(items))
    assert reached == set(permutations(range(4)))


def test_a_stream_is_told_by_its_seed_and_its_name() -> None:
    def first(seed: int, name: str) -> list[int]:
        stream = Stream(seed, name)
        return [stream.below(100) for _ in range(8)]

    assert first(7, "agent 0") == first(7, "agent 0")
    assert len({tuple(first(*of)) for of in ((7, "agent 0"), (8, "agent 0"), (7, "agent 1"))}) == 3
