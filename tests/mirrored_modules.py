"""Which tests are about which modules, and which modules use libraries: what the oldest allowed versions can break."""

from __future__ import annotations

import ast
import sys
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "pagestrata"
UNIT = ROOT / "tests" / "unit"
# Modules whose tests live elsewhere, with the place.
TESTED_ELSEWHERE: dict[str, str] = {
    "model/visit_result": "tests/unit/visit/test_examine.py",
    "model/page_state": "tests/unit/visit/test_load.py",
    "store/archive": "tests/contracts/test_archive.py",
    "store/merkle_log/entering": "tests/contracts/test_merkle_log.py",
    "store/merkle_log/heads": "tests/contracts/test_merkle_log.py",
    "store/merkle_log/log_keys": "tests/contracts/test_merkle_log.py",
    "store/merkle_log/proof_log": "tests/contracts/test_merkle_log.py",
    "store/merkle_log/removals": "tests/contracts/test_merkle_log.py",
    "store/merkle_log/row_statements": "tests/contracts/test_merkle_log.py",
    "store/merkle_log/check_log": "tests/contracts/test_tampering.py",
    "store/merkle_log/stamps": "tests/unit/app/proving/test_stamping.py",
    "store/catalog/log_entries": "tests/contracts/test_merkle_log.py",
    "proof/wacz_signature": "tests/unit/app/proving/test_wacz_signatures.py",
    "report/proof_report": "tests/unit/app/proving/test_make_proof.py",
    "store/questions/queries": "tests/contracts/test_archive.py",
    "store/objects/folder_blobs": "tests/contracts/test_blobs.py",
    "store/objects/bucket_blobs": "tests/contracts/test_blobs.py",
    "store/objects/bucket_files": "tests/contracts/test_bucket_files.py",
    "store/catalog/database": "tests/contracts/test_archive_writers.py",
    "store/upkeep/garbage": "tests/contracts/test_archive_damage.py",
    "store/history/pages": "tests/unit/store/history/test_writing.py",
    "store/upkeep/tasks": "tests/contracts/test_archive_damage.py",
    "store/objects/encoding": "tests/contracts/test_archive.py",
    "store/upkeep/references": "tests/contracts/test_archive_damage.py",
    "store/due/due_visits": "tests/contracts/test_due_visits.py",
    "store/due/due_plan": "tests/contracts/test_due_visits.py",
    "store/due/host_turns": "tests/contracts/test_host_turns.py",
    "store/due/cluster": "tests/contracts/test_shared_clock.py",
    "store/due/site_pages": "tests/contracts/test_site_pages.py",
    "model/due": "tests/contracts/test_due_visits.py",
    "store/people/accounts": "tests/contracts/test_accounts.py",
    "store/people/outbox": "tests/contracts/test_outbox.py",
    "store/questions/overview": "tests/contracts/test_overview.py",
    "store/objects/stored_bytes": "tests/contracts/test_archive.py",
    "store/history/versions": "tests/contracts/test_archive.py",
    "store/upkeep/repair": "tests/contracts/test_archive_damage.py",
    "store/catalog/schema": "tests/contracts/test_archive.py",
    "store/upkeep/verify": "tests/contracts/test_archive_damage.py",
    "store/history/visits": "tests/contracts/test_archive.py",
    "store/history/writing": "tests/contracts/test_archive.py",
    "store/history/skipped": "tests/contracts/test_archive_skipped.py",
    "store/questions/listings": "tests/contracts/test_listings.py",
    "store/people/activity": "tests/contracts/test_listings.py",
    "app/planning/visits_by_hand": "tests/unit/app/planning/test_planning.py",
    "engine/local": "tests/contracts/test_engines.py",
    "web/mcp/api_calls": "tests/contracts/test_mcp.py",
    "web/mcp/arguments": "tests/contracts/test_mcp.py",
    "web/mcp/reading_tools": "tests/contracts/test_mcp.py",
    "web/mcp/server": "tests/contracts/test_mcp.py",
    "web/mcp/tools": "tests/contracts/test_mcp.py",
    "model/change_question": "tests/unit/app/questions/test_find_changes.py",
}

LENDERS = {"pagestrata.store.catalog.later": "sqlalchemy", "pagestrata.proof.library": "cryptography"}
"""Modules of ours that hand a library on."""


@cache
def libraries_of(module: Path) -> frozenset[str]:
    """The libraries of others that a module imports, anywhere in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(module.read_text())):
        if isinstance(node, ast.Import):
            found.update(name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module)
    names = {LENDERS.get(name, name).partition(".")[0] for name in found}
    return frozenset(names - sys.stdlib_module_names - {"pagestrata"})


def modules_of(test: Path) -> list[Path]:
    """The modules that a file of unit tests is about."""
    place = str(test.relative_to(ROOT))
    found = [SOURCE / f"{module}.py" for module, elsewhere in TESTED_ELSEWHERE.items() if elsewhere == place]
    mirrored = SOURCE / test.relative_to(UNIT).with_name(test.name.removeprefix("test_"))
    return [mirrored, *found] if mirrored.exists() else found


def is_about_libraries(test: Path) -> bool:
    """Whether a test file is about a module that uses libraries."""
    return UNIT not in test.parents or any(libraries_of(module) for module in modules_of(test))
