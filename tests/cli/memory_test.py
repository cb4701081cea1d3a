#!/usr/bin/env python3
"""Whether --memory binds every algorithm: memory_test.py PROGRAM [--large] [--only ALGORITHM[,...]] [--domain NAME].

For every algorithm on four domains: with a byte less than it says it needs it is refused, and names that number. With that and
three larger limits it runs, and what the process takes at most (VmHWM) is what one takes that keeps nothing but a game, and no
more than the limit, 5 % and 8 MB on top. Runs are killed in the middle of the search, and compared with `random` that was, since
the record takes memory too; those that came to their end by themselves are compared with `greedy` that did.
--large: 10^6 items and their like, and longer.
"""

import argparse
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("program")
parser.add_argument("--large", action="store_true")
parser.add_argument("--only", default="")
parser.add_argument("--domain", default="")
parser.add_argument("--verbose", action="store_true")
arguments = parser.parse_args()

megabyte = 1 << 20
seconds = 3 if arguments.large else 0.2  # of search, on a machine that has nothing else to do
above = [0, 16 * megabyte, 64 * megabyte, 256 * megabyte] if arguments.large else [0, 2 * megabyte, 8 * megabyte, 24 * megabyte]
# Settings of the generator, or of the domain where it has none.
sizes = {
    "knapsack": {"size": 1_000_000 if arguments.large else 100_000, "class": "strong"},
    "partition": {"size": 20_000 if arguments.large else 2_000, "bits": 1_000 if arguments.large else 300},
    "samegame": {"width": 32, "height": 32, "colours": 16},
    "snake": {"dimension": 16 if arguments.large else 12, "spread": 2},
}


def peak_of(command, seconds):
    """Its exit code, none if it had to be killed; what it said on stderr; and the most memory that it had."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    folder, peak, end = pathlib.Path(f"/proc/{process.pid}"), 0, time.monotonic() + seconds
    while process.poll() is None and time.monotonic() < end:
        try:
            found = re.search(r"VmHWM:\s+(\d+) kB", (folder / "status").read_text())
            if found and os.readlink(folder / "exe") == arguments.program:  # and not a copy of this script any more
                peak = max(peak, int(found[1]) * 1024)
        except (ProcessLookupError, FileNotFoundError):
            break
        time.sleep(0.002)
    if process.poll() is None and time.monotonic() >= end:
        process.kill()
        process.communicate()
        return None, "", peak
    error = process.communicate(timeout=120)[1]
    return process.returncode, error, peak


def instance_of(domain, folder):
    words = [word for key, value in sizes[domain].items() for word in ("--set", f"{key}={value}")]
    if domain == "snake":
        return words
    path = f"{folder}/{domain}"
    with open(path, "w") as file:
        subprocess.run([arguments.program, "generate", domain, *words, "--seed", "1"], stdout=file, check=True)
    return [path]


class Base:
    """What is taken without a search to speak of, and how long a run of it is."""
    def __init__(self, domain, instance):
        self.solve = [arguments.program, "solve", domain, *instance, "--quiet", "--seconds", "1000", "-a"]
        begin = time.monotonic()
        ended = max(peak_of([*self.solve, "greedy"], 1000)[2] for _ in range(3))
        self.seconds = (time.monotonic() - begin) / 3 + seconds
        self.under_way = min(peak_of([*self.solve, "random"], self.seconds)[2] for _ in range(3))
        self.to_the_end = max(ended, self.under_way)  # a short run may be over before anybody looked at it


def complaints(domain, algorithm, base):
    """What is wrong with an algorithm on a domain, as lines."""
    def run(memory, seconds=base.seconds):
        return peak_of([*base.solve, algorithm, "--memory", str(memory)], seconds)

    found = []
    code, error, _ = run(1, 1000)
    named = re.search(r"needs at least (\d+) bytes", error)
    if code != 30 or not named or error.count("\n") != 1:
        return [f"{algorithm} on {domain} with one byte: exit code {code}: {error[:300]}"]
    least = int(named[1])
    code, error, _ = run(least - 1, 1000)
    if code != 30 or named[0] not in error:
        found.append(f"with a byte less than {least}: exit code {code}: {error[:300]}")
    for more in above:
        limit = least + more
        code, error, peak = run(limit)
        kept = peak - (base.under_way if code is None else base.to_the_end)
        if code not in (None, 0):
            found.append(f"with {limit}: exit code {code}: {error[:300]}")
        if kept > 1.05 * limit + 8 * megabyte:
            found.append(f"with {limit / megabyte:.1f} MB it keeps {kept / megabyte:.1f} MB")
        if arguments.verbose:
            print(f"{algorithm:<22} {domain:<10} {limit / megabyte:8.1f} {kept / megabyte:8.1f}  {code}", flush=True)
    return [f"{algorithm} on {domain}: {complaint}" for complaint in found]


def main():
    arguments.program = os.path.realpath(arguments.program)
    listed = subprocess.run([arguments.program, "algorithms"], capture_output=True, text=True, check=True).stdout
    algorithms = [line.split()[0] for line in listed.splitlines() if re.match("[a-z]", line)]
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        waiting = []
        for domain in sizes:
            if arguments.domain not in ("", domain):
                continue
            base = Base(domain, instance_of(domain, folder))
            print(f"{domain}: {base.under_way / megabyte:.1f} MB with one game, {base.to_the_end / megabyte:.1f} MB with its record",
                  flush=True)
            for algorithm in algorithms:
                if not arguments.only or algorithm in arguments.only.split(","):
                    waiting.append(pool.submit(complaints, domain, algorithm, base))
        found = [line for done in waiting for line in done.result()]
    print(*found, sep="\n")
    print(f"{len(waiting)} pairs of an algorithm and a domain, {len(above)} limits each: {len(found)} complaints")
    return 1 if found or not waiting else 0


sys.exit(main())
