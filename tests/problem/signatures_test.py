#!/usr/bin/env python3
"""signatures_test.py COMPILER: every mistake of signatures.cpp is one line of the compiler, and there is no other."""
import re
import subprocess
import sys
from pathlib import Path

source = Path(__file__).with_name("signatures.cpp")
wanted = re.findall(r"^static_assert\(checked_state<\w+>\);  // (.*)$", source.read_text(), re.MULTILINE)
assert len(wanted) > 30, "the list of mistakes was not found"
compiled = subprocess.run(
    [sys.argv[1], "-std=c++20", "-fsyntax-only", "-ferror-limit=0" if "clang" in sys.argv[1] else "-fmax-errors=0",
     f"-I{source.parent.parent.parent}", source],
    capture_output=True, text=True, timeout=120)
# GCC writes the text as it is; clang in quotation marks, and then that an assertion which failed is no constant.
said = [re.sub(r'static_assert failed (due to requirement \'.*?\' )?"(.*)"|static assertion failed: (.*)', r"\2\3", line)
        for line in re.findall(r"error: (.*)$", compiled.stderr, re.MULTILINE)
        if "not an integral constant expression" not in line]
if said != wanted:
    for line in sorted(set(wanted) - set(said)):
        print("not said:", line)
    for line in sorted(set(said) - set(wanted)):
        print("not wanted:", line)
    sys.exit("what the compiler says is not what it should")
print(len(said), "mistakes, a line each")
