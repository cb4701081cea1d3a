"""What the attacks share. An attack is an executable file in this folder:

    NAME PROGRAM --seconds N --seed S

It attacks the program for about so many seconds, each time with other inputs for another seed, prints one line that sums up
what it did, and ends with 0 where all promises were kept. Every finding is a line on standard error with what it takes to see
it again. Nothing here depends on how fast the machine is: only what never ends counts as hanging.
"""

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time

hanging = 120  # seconds after which a run that should take one or two is taken to hang
# docs/command-line.md: a result, none, a limit before any, bad input or usage; 39 is a bug
promised_codes = {0, *range(10, 32)}


class Attack:
    """Arguments, the clock, a folder for files, and the findings."""

    def __init__(self, description):
        parser = argparse.ArgumentParser(description=description)
        parser.add_argument("program")
        parser.add_argument("--seconds", type=float, default=5)
        parser.add_argument("--seed", type=int, default=1)
        arguments = parser.parse_args()
        self.program, self.seed = os.path.abspath(arguments.program), arguments.seed
        self.rng = random.Random(arguments.seed)
        self.begin = time.monotonic()
        self.end = self.begin + arguments.seconds
        self.folder = tempfile.TemporaryDirectory(prefix="playout-attack-")
        self.runs = 0
        self.findings = []

    def going_on(self):
        """At least once, until the time is over or something was found often enough."""
        return self.runs == 0 or (time.monotonic() < self.end and len(self.findings) < 10)

    def file(self, name, text):
        path = os.path.join(self.folder.name, name)
        with open(path, "wb") as file:
            file.write(text if isinstance(text, bytes) else text.encode())
        return path

    def found(self, what, *inputs):
        self.findings.append(what)
        print(f"finding (seed {self.seed}): {what}", *(f"\n--- {text}" for text in inputs), file=sys.stderr, sep="")

    def run(self, arguments, *inputs, timeout=hanging):
        """One run that must keep the promises of every run; the finished process, or None where it did not."""
        self.runs += 1
        command = [self.program, *arguments]
        try:
            done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=timeout)
        except subprocess.TimeoutExpired:
            self.found(f"hangs: {' '.join(command)}", *inputs)
            return None
        complaint = broken_promise(done.returncode, done.stderr)
        if complaint:
            self.found(f"{complaint}: {' '.join(command)}", *inputs)
            return None
        return done

    def finish(self, summary):
        seconds = time.monotonic() - self.begin
        print(f"{os.path.basename(sys.argv[0])}: {summary}; {self.runs} runs in {seconds:.0f} s, {len(self.findings)} findings")
        self.folder.cleanup()
        sys.exit(1 if self.findings else 0)


def broken_promise(code, stderr):
    """A word on what is wrong with how a run ended, or nothing."""
    if code not in promised_codes:
        return f"exit code {code}"
    lines = stderr.count(b"\n")
    if code >= 30 and lines != 1:
        return f"{lines} lines of complaint instead of one"
    if lines > 200:
        return "endless complaints"
    return ""
