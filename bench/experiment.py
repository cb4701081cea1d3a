"""What the long experiments share: runs of the program that append to a results file and resume where they stopped."""

import csv
import json
import os
import pathlib
import subprocess
import sys
import tempfile

root = pathlib.Path(__file__).resolve().parent.parent
default_program = str(root / "build/release/playout")


def data_folder(name):
    """A folder of $PLAYOUT_DATA."""
    if "PLAYOUT_DATA" not in os.environ:
        sys.exit("set PLAYOUT_DATA to the folder with the instances")
    return pathlib.Path(os.environ["PLAYOUT_DATA"]) / name


def run_options(text):
    """The options for a run such as `random strategy=tabu-random epsilon=0`: an algorithm, settings, a strategy."""
    algorithm, *settings = text.split()
    options = ["-a", algorithm]
    for setting in settings:
        options += ["--strategy", setting[9:]] if setting.startswith("strategy=") else ["--set", setting]
    return options


def solved(program, domain, instance, arguments):
    """The record of one run, and what `playout check` says of it (0: it replays)."""
    with tempfile.TemporaryDirectory() as folder:
        record_file = pathlib.Path(folder) / "record.json"
        subprocess.run([program, "solve", domain, str(instance), *arguments, "--record", str(record_file), "--quiet"],
                       check=True, stdout=subprocess.DEVNULL)
        checked = subprocess.run([program, "check", str(record_file)], stdout=subprocess.DEVNULL).returncode
        return json.loads(record_file.read_text()), checked


def read_results(path):
    if not path.exists():
        return []
    with path.open() as file:
        return list(csv.DictReader(file))


def run_missing(path, columns, key_columns, keys, run):
    """Appends run(*key), a row, for every key that the file does not have yet."""
    done = {tuple(row[column] for column in key_columns) for row in read_results(path)}
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = not path.exists()
    with path.open("a", newline="") as file:
        writer = csv.DictWriter(file, columns)
        if fresh:
            writer.writeheader()
        for key in keys:
            if tuple(str(part) for part in key) in done:
                continue
            writer.writerow(run(*key))
            file.flush()
