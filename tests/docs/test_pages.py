"""Every output that a page shows is real: its commands and programs are run, and compared."""

import ast
import builtins
import io
import json
import re
import tomllib
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path

import pytest
from tests.docs.blocks import ROOT, Block, blocks, can_run, commands, label, pages, printed_by, same

PAGES = pages()
LOOSE = {"README.md", *(f"docs/{name}.md" for name in ("code", "draw", "real-robots"))}
"""Pages that also show Python by way of example, with names that stand for the reader's own."""


def test_only_what_is_marked_as_left_out_may_be_left_out():
    assert same("a\n…\nc", "a\nb\nb\nc")
    assert same("took … ms, 3 terms", "took   1.5 ms, 3 terms")
    assert not same("a\nc", "a\nb\nc")
    assert not same("a\n…", "b\na")
    assert not same("took … ms, 3 terms", "took 1.5 ms, 4 terms")
    assert same("error   3.…   24.…", "error    3.5  24.8")
    assert not same("error   3.5   24.8", "error    3.5  24.8")


def runnable(page: Path) -> list[Block]:
    return [b for b in blocks(page) if b.runs]


@pytest.mark.parametrize("page", PAGES, ids=label)
def test_what_a_page_shows_is_what_the_program_prints(page, tmp_path):
    names: dict[str, object] = {"__name__": "page"}
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    last = ""
    for block in runnable(page):
        if block.title:
            file = tmp_path / block.title
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(block.text, "utf-8")
        elif block.language == "console":
            for command, shown in commands(block):
                if not can_run(command):
                    continue
                printed = printed_by(command, tmp_path)
                assert same(shown, printed), f"{block.place}: {command}\n{printed}"
        elif block.language == "python" and (complete(block, names) or label(page) not in LOOSE):
            last = executed(block, names, tmp_path)
            continue
        elif block.language == "text" and last and not block.before.strip():
            assert same(block.text, last), f"{block.place}\n{last}"
        last = ""


def complete(block: Block, names: dict[str, object]) -> bool:
    """Whether the block, after those before it, knows every name that it uses."""
    used = [n for n in ast.walk(ast.parse(block.text)) if isinstance(n, ast.Name)]
    made = {n.id for n in used if isinstance(n.ctx, ast.Store)}
    imported = set(re.findall(r"^(?:import|from .* import) (?:.* as )?(\w+)", block.text, re.M))
    known = made | imported | set(names) | set(dir(builtins))
    return "..." not in block.text and all(n.id in known for n in used)


def test_the_tutorials_picture_is_what_the_program_draws(tmp_path):
    tutorial = blocks(ROOT / "docs" / "tutorial.md")
    (tmp_path / "elbow.toml").write_text(next(b.text for b in tutorial if b.title == "elbow.toml"))
    drawn = printed_by("torsor draw elbow.toml --transparent", tmp_path)
    assert drawn == (ROOT / "docs" / "pictures" / "elbow.svg").read_text("utf-8")


def executed(block: Block, names: dict[str, object], folder: Path) -> str:
    """What a block of Python prints."""
    printed = io.StringIO()
    code = compile("\n" * block.line + block.text, block.page, "exec")
    with chdir(folder), redirect_stdout(printed), redirect_stderr(printed):
        exec(code, names)
    return printed.getvalue()


def test_every_command_line_in_a_shell_block_has_commands_and_options_that_exist():
    from typer.main import get_command

    from torsor.cli.main import app

    known = get_command(app).commands  # type: ignore[attr-defined]
    seen = 0
    for page in PAGES:
        for block in blocks(page):
            if block.language not in ("sh", "console"):
                continue
            for line in re.findall(r"^(?:\$ )?torsor (.*)$", block.text, re.M):
                name, *words = line.split("#")[0].split()
                if name.startswith("-"):
                    continue
                assert name in known, f"{block.place}: no command {name}"
                options = {o for p in known[name].params for o in (*p.opts, *p.secondary_opts)}
                used = {w for w in words if re.match(r"--?[a-z][a-z0-9-]*\Z", w)}
                assert used <= options | {"--help"}, f"{block.place}: {used - options}"
                seen += 1
    assert seen > 50


def test_every_robot_paper_notation_scenario_and_mapping_that_a_page_shows_is_read():
    from torsor.formats.load import load
    from torsor.formats.toml.reader import robot_from_table
    from torsor.identification.logs.mapping import Mapping, read_mapping
    from torsor.motion.scenario.entries import entries_of
    from torsor.motion.scenario.scenario import Scenario, read_scenario
    from torsor.notation.notation import read_notation
    from torsor.referee.paper import read_paper

    read = set()
    for page in PAGES:
        for block in runnable(page):
            if block.language != "toml":
                continue
            table = tomllib.loads(block.text)
            if {"joint", "body", "dh", "ets"} & set(table):
                robot_from_table(table)
                read.add("robot")
            elif "equation" in table:
                read_paper(block.text, "paper")
                read.add("paper")
            elif {"symbol", "trig", "step"} & set(table):
                read_notation(block.text, "notation", "standard")
                read.add("notation")
            elif page.name == "files.md" and set(table) <= set(entries_of(Scenario)):
                read_scenario(table, load("puma560"))
                read.add("scenario")
            elif set(table) <= set(entries_of(Mapping)):
                arms = {3: "Rz(q1) Ry(q2) Ry(q3)", 6: "puma560"}
                read_mapping(table, load(arms[len(table["drives"]["of"])]))
                read.add("mapping")
    assert read == {"robot", "paper", "notation", "scenario", "mapping"}


def test_every_link_leads_to_a_page_that_is_there():
    for page in PAGES:
        text = re.sub(r"```.*?```", "", page.read_text("utf-8"), flags=re.S)
        for target in re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", text):
            assert (page.parent / target).exists(), f"{label(page)} links to {target}"


def test_the_page_of_the_python_interface_names_all_of_it():
    import torsor

    text = (ROOT / "docs/reference/python.md").read_text("utf-8")
    missing = [n for n in torsor.__all__ if f"`torsor.{n}" not in text and f"`{n}" not in text]
    assert not missing


def test_the_pages_of_files_name_every_key_that_the_readers_know():
    from torsor.formats import dh
    from torsor.formats.toml import bodies, joints
    from torsor.formats.toml import reader as toml
    from torsor.identification.logs.mapping import Currents, Drives, Mapping, Quantity
    from torsor.motion.dynamics.contact import Contact
    from torsor.motion.dynamics.integrators import Method
    from torsor.motion.dynamics.stick_slip import Stop
    from torsor.motion.scenario.carried_load import Load
    from torsor.motion.scenario.drives import DRIVES
    from torsor.motion.scenario.entries import entries_of
    from torsor.motion.scenario.scenario import MOTIONS, Scenario, Start
    from torsor.notation import fields as notation
    from torsor.referee import paper
    from torsor.robot.hypotheses import NAMED

    robot = (*toml.ROBOT, *toml.PAYLOAD, *joints.JOINT, *joints.LINK, *joints.MIMIC, *joints.FRAME)
    robot = (*robot, *bodies.BODY, *dh.KEYS, *NAMED)
    others = (*paper.PAPER, *paper.EQUATION, *paper.UNCHECKED, *notation.KEYS, *notation.STEPS)
    tables = (Scenario, Start, Contact, Load, Stop, Method, *DRIVES.values(), *MOTIONS.values())
    tables = (*tables, Mapping, Quantity, Currents, Drives)
    others = (*others, *DRIVES, *MOTIONS, *(key for table in tables for key in entries_of(table)))
    for name, keys in (("robot-file", robot), ("files", others)):
        text = (ROOT / f"docs/reference/{name}.md").read_text("utf-8")
        text = re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S)
        words = set(re.findall(r"[\w-]+", " ".join(re.findall(r"`([^`]+)`", text))))
        assert not set(keys) - words, f"{name}.md is silent on {sorted(set(keys) - words)}"


SAMPLES = {
    "list": "list",
    "show": "show planar2r",
    "derive": "derive planar2r",
    "derive --form matrices": "derive planar2r --form matrices",
    "derive --form energies": "derive planar2r --form energies",
    "derive --form steps": "derive planar2r --form steps",
    "derive --form base": "derive planar2r --form base",
    "why": "why planar2r tau1 dq2^2",
    "verify": "verify planar2r",
    "check": "check scara",
    "diff": "diff planar2r planar2r --assume point_masses",
    "simulate": "simulate puma560 {root}/examples/scenarios/puma_cycle.toml",
    "actuators": "actuators puma560 {root}/examples/scenarios/puma_cycle.toml",
    "identify": "identify {root}/examples/identification/double_pendulum/double_pendulum_A.toml "
    "{root}/examples/identification/double_pendulum/A.0_00.csv.gz",
    "classify": "classify scara",
    "atlas": "atlas --joints 1",
    "excite": "excite planar2r --set l1=1 --set l2=1 --set g=0 --starts 1 --seconds 5",
}


@pytest.mark.parametrize("command", SAMPLES)
def test_the_page_of_json_names_the_fields_that_are_printed(command, tmp_path):
    line = f"torsor {SAMPLES[command].format(root=ROOT)} --json"
    printed = json.loads(printed_by(line, tmp_path))
    text = (ROOT / "docs/reference/json.md").read_text("utf-8")
    rows = dict(re.findall(r"^\| `(.*?)` \| (.*) \|$", text, re.M))
    outer, _, inner = rows[command].partition(": ")
    fields = set(re.findall(r"`(\w+)`", outer))
    if "derive" in fields:  # as `derive`, and …
        fields = fields - {"derive"} | set(re.findall(r"`(\w+)`", rows["derive"]))
    assert set(printed) == fields
    if inner and not command.startswith("derive"):
        lists = [v for v in printed.values() if isinstance(v, list) and v]
        first = next(v[0] for v in lists if isinstance(v[0], dict))
        assert set(first) == set(re.findall(r"`(\w+)`", inner))
