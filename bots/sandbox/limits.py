"""What a bot may use."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

MEGABYTE = 1 << 20


@dataclass(frozen=True, slots=True)
class Limits:
    """Everything that is bounded for one bot; the clocks of a single answer are given with the question."""

    memory_mb: int = 256
    processes: int = 32  # threads count
    cpu_s: int = 3600  # over the whole life of a process; the clocks of a match are far below
    open_files: int = 64
    file_mb: int = 16
    tmp_mb: int = 16
    line_bytes: int = 64 << 10
    log_bytes: int = 64 << 10  # kept from each end of standard error
    log_flood_bytes: int = 4 << 20  # more than this on standard error is a fault
    address_factor: int = 4  # virtual memory by memory_mb, enforced where no cgroup counts memory
    writable_tmp: bool = False  # a writable /tmp even where no cgroup counts its inodes (builds)

    @property
    def memory_bytes(self) -> int:
        """Return the memory limit in bytes."""
        return self.memory_mb * MEGABYTE

    def with_address_factor(self, factor: int) -> Self:
        """Allow a runtime that reserves far more addresses than memory."""
        return replace(self, address_factor=max(factor, self.address_factor))

    def fill(self, command: Sequence[str]) -> list[str]:
        """Put the heap that fits the memory limit into a runtime's own options."""
        return [part.replace("{heap_mb}", str(max(16, self.memory_mb * 5 // 8))) for part in command]


BUILD_LIMITS = Limits(
    memory_mb=1536,
    processes=128,
    cpu_s=120,
    open_files=1024,
    file_mb=256,
    tmp_mb=512,
    log_flood_bytes=16 << 20,
    address_factor=16,
    writable_tmp=True,
)
