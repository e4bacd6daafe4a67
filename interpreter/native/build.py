"""A program as LLVM IR, and that as machine code for this processor."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import Any

from boardwright.interpreter.native.dealing_text import dealing_text
from boardwright.interpreter.native.drivers import drivers_text
from boardwright.interpreter.native.kinds import Kinds, NoLLVM, asks_numbers, kinds_of
from boardwright.interpreter.native.many import Ends, many_text
from boardwright.interpreter.native.observing_text import observing_text
from boardwright.interpreter.native.parts import parts_text
from boardwright.interpreter.native.search_text import search_text
from boardwright.interpreter.native.units import (
    called_in,
    failing,
    function_text,
    outside,
    ringed,
    run_text,
)
from boardwright.interpreter.native.writer import Place, Shared, signed, type_of
from boardwright.interpreter.program.program import Program

# Where a member is put at its place by microcode: a loop is faster.
_SLOW_PDEP = frozenset({"znver1", "znver2"} | {f"bdver{n}" for n in range(1, 5)})


@cache
def llvm() -> Any:
    """The binding, set up for this processor. Raises `NoLLVM` without llvmlite."""
    try:
        binding = import_module("llvmlite.binding")
    except ImportError as fault:
        raise NoLLVM("llvmlite is not installed") from fault
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    return binding


def triple() -> str:
    """The target: code is loaded as ELF on Windows, too, which its loader knows best."""
    name: str = llvm().get_process_triple()
    return f"{name}-elf" if "windows" in name and not name.endswith("-elf") else name


def features() -> Mapping[str, bool]:
    """What this processor can do."""
    found: Mapping[str, bool] = llvm().get_host_cpu_features()
    return found


def cpu() -> str:
    """The name of this processor."""
    name: str = llvm().get_host_cpu_name()
    return name


def processor() -> tuple[str, ...]:
    """All that decides what code may be for, besides the program."""
    own = llvm()
    version = ".".join(map(str, own.llvm_version_info))
    return version, triple(), cpu(), own.get_host_cpu_features().flatten()


def target_machine() -> Any:
    """What writes code for this processor. Whoever takes it owns it."""
    target = llvm().Target.from_triple(triple())
    return target.create_target_machine(
        cpu=cpu(),
        features=llvm().get_host_cpu_features().flatten(),
        opt=1,
        reloc="default",
        codemodel="jitdefault",
        jit=True,
    )


def place_of(program: Program, kinds: Kinds) -> Place:
    """Where the words of a program lie."""
    wide = [at for at in range(program.layout.size) if kinds.word(at) > 1]
    if not wide:
        return Place(program.layout.size, 0, 0, 1)
    parts = max(kinds.word(at) for at in wide)
    return Place(program.layout.size, wide[0], wide[-1] - wide[0] + 1, parts)


def ir_of(program: Program, kinds: Kinds | None = None) -> str:
    """The whole program as text. Raises `NotNative` for what cannot be written."""
    kinds = kinds or kinds_of(program)
    called = called_in(program)
    functions = {name: f for name, f in program.functions.items() if name in called}
    shared = Shared(
        kinds=kinds,
        place=place_of(program, kinds),
        tables=program.tables,
        failing=failing(functions),
        ringed=ringed(functions),
        functions=functions,
        frames=program.frames,
        blocks=frozenset(block.number for block in program.blocks),
        numbers=asks_numbers(program),
    )
    own = features()
    pdep = bool(own.get("bmi2")) and cpu() not in _SLOW_PDEP
    written = [line for f in functions.values() for line in function_text(shared, f)]
    written += run_text(shared, program.blocks)
    written += drivers_text(shared, outside(program), program.table.players)
    ranked = "ranked" if "ranked" in functions else "score"
    players, naming = program.table.players, program.layout.naming
    against = tuple(map(program.table.against, range(players)))
    ends = Ends(players, against, program.ties, program.has_wins, ranked, naming)
    written += observing_text(
        shared, tuple(program.table.pieces), program.layout, program.table.game.most_decisions
    )
    written += many_text(shared, ends)
    written += dealing_text(shared.place)
    worth = next(name for name in ("worth", "ranked", "score") if name in functions)
    hidden = frozenset(program.layout.faces)
    written += search_text(shared, ends, program.sites, hidden, worth)
    machine = target_machine()
    head = [f'target triple = "{triple()}"', f'target datalayout = "{machine.target_data}"']
    tables = [line for name in kinds.widths.tables for line in _table(shared, name)]
    return "\n".join([*head, *tables, *parts_text(shared, pdep=pdep), *written]) + "\n"


def _table(shared: Shared, name: str) -> Iterator[str]:
    """A table after a copy of its last entry, so that -1 is an index like any other."""
    rows = shared.tables[name]
    words = shared.kinds.table(name)
    of = type_of(words)
    entries = ", ".join(f"{of} {signed(row, words)}" for row in (*rows[-1:], *rows)) or f"{of} 0"
    yield f'@"T:{name}" = private unnamed_addr constant [{len(rows) + 1} x {of}] [{entries}]'


def optimised(text: str, *, quick: bool = False) -> Any:
    """The module of a text. `quick` only makes registers of what lies on the stack."""
    binding = llvm()
    module = binding.parse_assembly(text)
    module.verify()
    machine = target_machine()
    options = binding.create_pipeline_tuning_options()
    options.speed_level = 1
    options.loop_vectorization = options.slp_vectorization = False
    builder = binding.create_pass_builder(machine, options)
    if quick:
        passes = binding.create_new_module_pass_manager()
        passes.add_sroa_pass()
        passes.add_simplify_cfg_pass()
    else:
        passes = builder.getModulePassManager()
    passes.run(module, builder)
    return module


def object_of(text: str, *, quick: bool = False) -> bytes:
    """The machine code of a text, as an object file."""
    code: bytes = target_machine().emit_object(optimised(text, quick=quick))
    return code
