"""Processor time of a program that is several processes."""
import os


def processor_seconds(pid):
    """Processor time of a process and of all that it started, in the program and in the kernel.

    A process that has ended counts by what it took, once its parent has waited for it. The kernel counts in
    ticks, mostly hundredths of a second."""
    ticks, children = {}, {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as file:
                # The name of the program, in parentheses, may have spaces and parentheses.
                fields = file.read().rpartition(")")[2].split()
        except (FileNotFoundError, ProcessLookupError):
            # It has ended since the folder was listed.
            continue
        children.setdefault(int(fields[1]), []).append(int(name))
        # Its own time in the program and in the kernel, then that of children it has waited for.
        ticks[int(name)] = sum(map(int, fields[11:15]))
    total, waiting = 0, [pid]
    while waiting:
        process = waiting.pop()
        total += ticks.get(process, 0)
        waiting += children.get(process, [])
    return total / os.sysconf("SC_CLK_TCK")
