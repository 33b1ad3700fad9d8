"""What processes cost, as Linux counts it: CPU time and resident memory."""

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")


def cpu_seconds(pid: int) -> float:
    """CPU time of a process and of its ended children so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(int(ticks) for ticks in fields[11:15]) / TICKS


def descendants(pid: int) -> list[int]:
    """A process and all that descend from it."""
    parents: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            parents.setdefault(int(fields[1]), []).append(int(entry.name))
    found = [pid]
    for one in found:
        found.extend(parents.get(one, ()))
    return found


def family_cpu_seconds(pid: int) -> float:
    """CPU time of a process and all its descendants, ended ones included."""
    return sum(map(_cpu_or_nothing, descendants(pid)))


def _cpu_or_nothing(pid: int) -> float:
    try:
        return cpu_seconds(pid)
    except OSError:
        return 0.0


def resident_bytes(pid: int) -> int:
    """Memory that a process holds by itself (its private pages)."""
    total = 0
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
        if line.startswith(("Private_Clean", "Private_Dirty")):
            total += int(line.split()[1]) * 1024
    return total


def pin(pids: Iterable[int], core: int) -> None:
    """Keep processes to one core; where there is but one, that is where they are."""
    cores = {core % (os.cpu_count() or 1)}
    for pid in pids:
        with suppress(OSError):  # it, or a thread of it, may have ended by now
            for task in Path(f"/proc/{pid}/task").iterdir():
                os.sched_setaffinity(int(task.name), cores)
