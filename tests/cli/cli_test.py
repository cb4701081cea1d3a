"""The command line as a user sees it: cli_test.py PROGRAM. What it prints, its exit codes, its files, its signals."""

import fcntl
import http.server
import json
import os
import pathlib
import pty
import re
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import urllib.error
import urllib.request

program = None


def playout(*words, **options):
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
    return subprocess.run([program, *map(str, words)], text=True, timeout=120, **options)


def takes_interrupts(process):
    """Waits until the program has begun: it has a handler for SIGINT. Else it would end as any program does."""
    end = time.monotonic() + 60
    while process.poll() is None and time.monotonic() < end:
        caught = next(line for line in pathlib.Path(f"/proc/{process.pid}/status").read_text().splitlines() if line.startswith("SigCgt:"))
        if int(caught.split()[1], 16) >> (signal.SIGINT - 1) & 1:
            return
        time.sleep(0.01)


class CommandLine(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def file(self, name, content):
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def instance(self, *settings, seed=1):
        made = playout("generate", "knapsack", "--seed", seed, *[word for s in settings for word in ("--set", s)])
        self.assertEqual(made.returncode, 0, made.stderr)
        return self.file("instance.kp", made.stdout)

    def hard_instance(self):
        """No search of ours proves it in the time of a test."""
        return self.instance("size=150", "class=strong", "range=100000000", "fill=0.7", seed=3)

    def refused(self, code, *words, **options):
        """One line on stderr, nothing on stdout, nothing left in the folder."""
        before = sorted(self.folder.iterdir())
        result = playout(*words, **options)
        self.assertEqual(result.returncode, code, (words, result.stdout, result.stderr))
        self.assertEqual(result.stdout, "")
        self.assertEqual(result.stderr.count("\n"), 1, result.stderr)
        self.assertTrue(result.stderr.startswith("playout: "), result.stderr)
        self.assertNotIn("bug", result.stderr)
        self.assertEqual(sorted(self.folder.iterdir()), before)
        return result.stderr

    def test_solve_needs_nothing_but_a_domain(self):
        result = playout("solve", "knapsack")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("optimal (proved)", result.stdout)
        self.assertNotIn("\x1b", result.stdout)
        self.assertEqual(result.stderr, "")

    def test_json_is_exactly_one_object_and_equal_for_equal_work(self):
        words = ["solve", "knapsack", self.hard_instance(), "-a", "random", "--playouts", 2000, "--seed", 7, "--json"]
        records = []
        for _ in range(2):
            result = playout(*words)
            self.assertEqual(result.returncode, 0, result.stderr)
            record = json.loads(result.stdout)
            self.assertEqual(record["playouts"], 2000)
            self.assertEqual(record["stopped_by"], "playouts")
            del record["seconds"]
            for point in record["trace"]:
                del point["seconds"]
            records.append(json.dumps(record))
        self.assertEqual(records[0], records[1])

    def test_every_output_file(self):
        paths = {name: self.folder / name for name in ("record.json", "picture.svg", "trace.csv")}
        result = playout("solve", "knapsack", "--record", paths["record.json"], "--picture", paths["picture.svg"],
                         "--trace", paths["trace.csv"])
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(sorted(self.folder.iterdir()), sorted(paths.values()))
        record = json.loads(paths["record.json"].read_text())
        self.assertTrue(record["optimal"])
        self.assertTrue(paths["picture.svg"].read_text().startswith("<svg"))
        rows = paths["trace.csv"].read_text().splitlines()
        self.assertEqual(rows[0], "seconds,playouts,value,violation")
        self.assertEqual(len(rows), 1 + len(record["trace"]))
        checked = playout("check", paths["record.json"])
        self.assertEqual(checked.returncode, 0, checked.stderr)

    def test_a_device_is_written_not_replaced(self):
        result = playout("solve", "knapsack", "--record", "/dev/null")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertTrue(pathlib.Path("/dev/null").is_char_device())

    def test_two_outputs_cannot_be_one_file_nor_the_instance(self):
        path, instance = self.folder / "both", self.instance()
        self.refused(30, "solve", "knapsack", "--record", path, "--trace", self.folder / "." / "both")
        self.refused(30, "solve", "knapsack", instance, "--record", instance)
        self.assertEqual(playout("solve", "knapsack", "--record", path).returncode, 0)
        self.assertEqual(playout("solve", "knapsack", "--start", path, "--record", path).returncode, 0)

    def test_a_link_is_followed(self):
        target, link = self.folder / "target.json", self.folder / "link.json"
        target.write_text("old")
        link.symlink_to(target)
        self.assertEqual(playout("solve", "knapsack", "--record", link).returncode, 0)
        self.assertTrue(link.is_symlink())
        self.assertEqual(playout("check", target).returncode, 0)

    def test_a_full_disk_does_not_lose_the_result(self):
        result = playout("solve", "knapsack", "--record", "/dev/full", "--trace", self.folder / "trace.csv")
        self.assertEqual(result.returncode, 30)
        self.assertIn("optimal", result.stdout)
        self.assertIn("/dev/full", result.stderr)
        self.assertTrue((self.folder / "trace.csv").exists())

    def test_a_write_that_fails_is_30(self):
        for words in (["--help"], ["--version"], ["solve", "--help"], ["domains"], ["domains", "snake"], ["algorithms"], ["players"],
                      ["generate", "knapsack"], ["solve", "knapsack"], ["solve", "knapsack", "--json"], ["bench", self.file("list", "knapsack dfs nodes=9\n")],
                      ["gdl", "check", self.file("game.kif", self.tic_tac_toe)], ["gdl", "show", self.folder / "game.kif"]):
            with open("/dev/full", "w") as full:
                result = playout(*words, stdout=full)
            self.assertEqual((result.returncode, result.stderr),
                             (30, "playout: standard output: cannot be written: No space left on device\n"), words)

    def test_a_stream_that_was_closed_is_not_another_file(self):
        sheet, results, record = self.file("game.kif", self.tic_tac_toe), self.folder / "results", self.folder / "record.json"
        for words in (["match", sheet, "--players", "legal,legal", "--results", results], ["solve", "knapsack", "--record", record]):
            result = playout(*words, stdout=None, preexec_fn=lambda: os.closerange(0, 2))
            self.assertEqual((result.returncode, result.stderr),
                             (30, "playout: standard output: cannot be written: Bad file descriptor\n"))
        self.assertEqual([json.loads(line)["end"] for line in results.read_text().splitlines()], ["terminal"])
        self.assertEqual(playout("check", record).returncode, 0)

    def test_a_reader_who_has_gone_ends_it_without_a_word(self):
        reading, writing = os.pipe()
        os.close(reading)
        result = playout("algorithms", stdout=writing)
        os.close(writing)
        self.assertEqual((result.returncode, result.stderr), (-signal.SIGPIPE, ""))

    def test_on_a_full_disk_what_was_there_is_kept(self):
        disk = self.folder / "disk"
        disk.mkdir()
        if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "none", disk], capture_output=True).returncode != 0:
            self.skipTest("no small disk can be mounted here")
        self.addCleanup(subprocess.run, ["umount", disk], check=True)
        small, large = self.instance("size=20"), self.file("large.kp", playout("generate", "knapsack", "--set", "size=20000").stdout)
        record, results = disk / "record.json", disk / "results"
        self.assertEqual(playout("solve", "knapsack", small, "--record", record).returncode, 0)
        old = record.read_text()
        result = playout("solve", "knapsack", large, "-a", "random", "--playouts", 1, "--record", record, "--trace", self.folder / "trace.csv")
        self.assertEqual((result.returncode, result.stderr),
                         (30, f"playout: {record}: cannot be written: No space left on device; what was there before is kept\n"))
        self.assertEqual((record.read_text(), list(disk.iterdir())), (old, [record]))
        self.assertTrue((self.folder / "trace.csv").exists())
        # Results keep their whole lines, and go on when there is room again.
        sheet = self.file("game.kif", self.tic_tac_toe)
        words = ["match", sheet, "--players", "legal,legal", "--matches", 200, "--results", results, "--table"]
        result = playout(*words)
        self.assertEqual(result.returncode, 30)
        self.assertIn("what it had before is kept", result.stderr)
        lines = results.read_text()
        self.assertTrue(lines.endswith("}\n"))
        self.assertEqual(subprocess.run(["mount", "-o", "remount,size=1m", disk]).returncode, 0)
        self.assertEqual(playout(*words).returncode, 0)
        self.assertTrue(results.read_text().startswith(lines))
        self.assertEqual(results.read_text().count("\n"), 200)

    def wait_for_lock(self, path):
        end = time.monotonic() + 60
        while time.monotonic() < end:
            time.sleep(0.02)
            if path.exists():
                with open(path) as file:
                    try:
                        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
                    except BlockingIOError:
                        return
        self.fail(f"{path} is never locked")

    def test_the_part_of_a_run_that_was_killed_is_used_again(self):
        record, hard = self.folder / "record.json", self.hard_instance()
        part = self.folder / "record.json.part"
        words = [program, "solve", "knapsack", str(hard), "-a", "random", "--seconds", "3600", "--record", str(record)]
        for old in (False, True):
            process = subprocess.Popen(words, stdout=subprocess.DEVNULL)
            self.wait_for_lock(part)
            self.assertIn("another run is about to write it", self.refused(30, "solve", "knapsack", "--record", record))
            process.kill()
            process.wait()
            self.assertTrue(part.exists())
            self.assertEqual(record.exists(), old)
            part.write_text("x" * 100_000)
            self.assertEqual(playout("solve", "knapsack", "--record", record).returncode, 0)
            self.assertFalse(part.exists())
            self.assertEqual(playout("check", record).returncode, 0)
        for place in (self.folder / "elsewhere", "/dev/full"):
            part.symlink_to(place)
            self.refused(30, "solve", "knapsack", "--record", record)
            part.unlink()
        os.mkfifo(part)
        self.refused(30, "solve", "knapsack", "--record", record)
        part.unlink()
        self.refused(30, "solve", "knapsack", "--record", record, "--trace", part)

    def test_errors_do_not_need_stderr(self):
        with open("/dev/full", "w") as full:
            self.assertEqual(subprocess.run([program, "solve", "nosuch"], stderr=full).returncode, 30)

    def test_an_instance_may_come_from_standard_input(self):
        text = self.instance("size=20").read_text()
        record = self.folder / "record.json"
        self.assertEqual(playout("solve", "knapsack", "-", "--record", record, input=text).returncode, 0)
        self.refused(31, "check", record)
        self.assertEqual(playout("check", record, "--instance", self.folder / "instance.kp").returncode, 0)

    def test_runs_give_mean_and_spread(self):
        result = playout("solve", "knapsack", self.hard_instance(), "-a", "random", "--playouts", 50, "--runs", 4, "--json")
        runs = json.loads(result.stdout)["details"]["runs"]
        self.assertEqual(runs["seeds"], [1, 2, 3, 4])
        self.assertAlmostEqual(runs["mean"], sum(runs["values"]) / 4)
        self.assertEqual(json.loads(result.stdout)["value"], max(runs["values"]))
        text = playout("solve", "knapsack", "-a", "random", "--playouts", 50, "--runs", 4).stdout
        self.assertIn("4 runs: mean", text)

    def test_start_from_a_record(self):
        instance, record = self.hard_instance(), self.folder / "record.json"
        playout("solve", "knapsack", instance, "-a", "beam", "--nodes", 100000, "--record", record)
        value = json.loads(record.read_text())["value"]
        result = playout("solve", "knapsack", instance, "-a", "random", "--playouts", 10, "--start", record, "--json")
        self.assertEqual(json.loads(result.stdout)["value"], value)
        self.refused(31, "solve", "knapsack", "--start", record)  # another instance

    def without_times(self, text):
        record = json.loads(text)
        for name in ("seconds", "checkpoints", "resumed", "limits"):
            del record[name]
        for point in record["trace"]:
            del point["seconds"]
        return record

    def test_a_run_is_saved_and_goes_on(self):
        words = ["solve", "knapsack", self.hard_instance(), "-a", "nrpa", "--set", "level=2", "--seed", 5, "--json", "--playouts"]
        whole = playout(*words, 3000)
        saved = self.folder / "saved"
        first = json.loads(playout(*words, 1000, "--checkpoint", saved).stdout)
        self.assertEqual((first["playouts"], first["checkpoints"], first["resumed"]), (1000, 1, 0))
        self.assertEqual(first["limits"]["playouts"], 1000)
        again = playout("resume", saved, "--json")  # its limits are used up
        self.assertEqual(self.without_times(again.stdout)["playouts"], 1000)
        last = playout("resume", saved, "--playouts", 2000, "--json")
        self.assertEqual(self.without_times(last.stdout), self.without_times(whole.stdout))
        record = json.loads(last.stdout)
        self.assertEqual((record["resumed"], record["limits"]["playouts"]), (2, 3000))
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["instance.kp", "saved"])
        told = playout("resume", saved, "--playouts", 1, "--record", self.folder / "record")
        self.assertIn("checkpoint ", told.stdout)
        self.assertEqual(playout("check", self.folder / "record").returncode, 0)

    def test_an_interrupted_run_is_saved(self):
        saved = self.folder / "saved"
        process = subprocess.Popen([program, "solve", "knapsack", str(self.hard_instance()), "-a", "uct", "--seconds", "100", "--json",
                                    "--checkpoint", str(saved)], stdout=subprocess.PIPE, text=True)
        takes_interrupts(process)
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        record = json.loads(process.communicate()[0])
        self.assertEqual((record["stopped_by"], record["checkpoints"]), ("interrupt", 1))
        on = json.loads(playout("resume", saved, "--playouts", 100, "--json").stdout)
        self.assertEqual(on["playouts"], record["playouts"] + 100)
        self.assertGreaterEqual(on["value"], record["value"])

    def test_checkpoints_that_are_none(self):
        saved = self.folder / "saved"
        playout("solve", "knapsack", self.hard_instance(), "-a", "uct", "--playouts", 100, "--checkpoint", saved)
        text = saved.read_bytes()
        self.assertIn("damaged", self.refused(31, "resume", self.file("cut", text[:-3])))
        self.assertIn("damaged", self.refused(31, "resume", self.file("flipped", text[:50] + bytes([text[50] ^ 4]) + text[51:])))
        self.assertIn("another format", self.refused(31, "resume", self.file("newer", text.replace(b"checkpoint 2", b"checkpoint 7"))))
        self.assertIn("not a checkpoint", self.refused(31, "resume", self.folder / "instance.kp"))
        self.refused(31, "resume", self.folder / "nowhere")
        self.refused(31, "resume", self.folder)
        self.refused(30, "solve", "knapsack", "--playouts", 1, "--checkpoint-seconds", 1)
        self.refused(30, "solve", "knapsack", "--playouts", 1, "--runs", 2, "--checkpoint", self.folder / "x")
        self.refused(30, "solve", "knapsack", "--playouts", 1, "--checkpoint", self.folder / "no" / "such" / "folder")
        self.refused(30, "resume", saved, "--seconds", 0)

    def test_target_ends_the_run(self):
        result = playout("solve", "knapsack", self.hard_instance(), "-a", "random", "--target", 1, "--json")
        self.assertEqual(json.loads(result.stdout)["stopped_by"], "target")

    def test_replay_shows_every_move(self):
        result = playout("solve", "knapsack", "--replay")
        self.assertIn("start", result.stdout)
        self.assertIn("next: item", result.stdout)
        self.refused(30, "solve", "knapsack", "--replay", "--json")

    def test_a_board_is_shown_drawn_and_replayed(self):
        picture, record = self.folder / "game.svg", self.folder / "game.json"
        result = playout("solve", "samegame", "--playouts", 300, "--replay", "--picture", picture, "--record", record)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("15x15 cells, 5 colours", result.stdout)
        self.assertIn("start: score 0, 225 cells left\n   D B B E B A E A E E B B A C D\n", result.stdout)
        moves = json.loads(record.read_text())["moves"]
        self.assertIn(f" in {len(moves)} moves, ", result.stdout)
        self.assertEqual(result.stdout.count(" left\n   "), len(moves) + 1)
        self.assertIn(f" in {len(moves)} moves", picture.read_text())
        self.assertEqual(playout("check", record).returncode, 0)

    def test_rules_and_size_of_a_board_are_settings(self):
        board = self.file("board.txt", "121\n213\n")
        values = {}
        for domain, *settings in (["samegame"], ["samegame", "--set", "leftover=formula"], ["clickomania"], ["bubble-breaker"]):
            result = playout("solve", domain, board, "--json", *settings)
            self.assertEqual(result.returncode, 0, result.stderr)
            values[(domain, *settings)] = json.loads(result.stdout)["value"]
        self.assertEqual(list(values.values()), [-1, -2, 0, 0])
        large = playout("generate", "clickomania", "--set", "width=32", "--set", "height=32", "--set", "colours=16")
        solved = playout("solve", "clickomania", self.file("large.txt", large.stdout), "--playouts", 10, "--json")
        self.assertEqual(solved.returncode, 0, solved.stderr)
        self.assertEqual(json.loads(solved.stdout)["details"]["cells_left"], 1024 - json.loads(solved.stdout)["value"])
        self.refused(31, "solve", "samegame", self.file("bad.txt", "1 2\n1 17\n"))
        self.refused(30, "solve", "clickomania", "--set", "leftover=none")

    def test_snakes_and_coils(self):
        verifier = pathlib.Path(__file__).resolve().parents[2] / "tools/verify-snake"
        text = self.file("cube.txt", "6 3\n")
        for domain, words, value in (("snake", [text], 13), ("coil", ["--set", "dimension=5"], 14)):
            picture, record = self.folder / f"{domain}.svg", self.folder / f"{domain}.json"
            result = playout("solve", domain, *words, "-a", "dfs", "--picture", picture, "--record", record, "--replay")
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertIn("optimal (proved)", result.stdout)
            self.assertIn(f"a {domain} of {value} edges", picture.read_text())
            self.assertEqual(playout("check", record).returncode, 0)
            verified = subprocess.run([verifier, "--damage", "1000", record], capture_output=True, text=True)
            self.assertEqual(verified.returncode, 0, verified.stdout)
            self.assertIn("1000 times damaged, 0 times accepted", verified.stdout)
        made = playout("generate", "coil", "--set", "dimension=9", "--set", "spread=3", "--set", "axis=404").stdout
        self.assertEqual(made, "9 3 404\n")
        for content, edges, dimension in ((made, 64, 9), ("8 2 175 34521076\n", 96, 8)):
            record = self.folder / "axis.json"
            result = playout("solve", "coil", self.file("axis.txt", content), "--target", edges, "--record", record)
            self.assertIn(f"a coil of {edges} edges in {dimension} dimensions", result.stdout)
            self.assertEqual(playout("check", record).returncode, 0)
            verified = subprocess.run([verifier, "--damage", "1000", record], capture_output=True, text=True)
            self.assertEqual(verified.returncode, 0, verified.stdout)
        made = playout("generate", "snake", "--set", "dimension=7", "--set", "mirror=6", "--set", "middle=edge").stdout
        self.assertEqual(made, "7 2 edge 6\n")
        record = self.folder / "mirror.json"
        result = playout("solve", "snake", self.file("mirror.txt", made), "--target", 46, "--record", record, "--replay")
        self.assertIn("nodes 0000000 and 1000000", result.stdout)
        self.assertEqual(playout("check", record).returncode, 0)
        verified = subprocess.run([verifier, "--damage", "1000", record], capture_output=True, text=True)
        self.assertEqual(verified.returncode, 0, verified.stdout)
        result = playout("solve", "snake", "--set", "dimension=16", "--set", "spread=5", "--seconds", "0.3", "--json")
        self.assertEqual(result.returncode, 0, result.stderr)
        for content in ("17 2\n", "5 1\n", "5\n", "5 2 1\n", "5 x\n", "5 2 node\n", "5 2 side 3\n", "5 2 edge 0\n", "1 2 node 1\n"):
            self.refused(31, "solve", "snake", self.file("bad.txt", content))
        for content in ("1 2\n", "9 3 512\n", "9 3 3\n", "9 3 404 1\n"):
            self.refused(31, "solve", "coil", self.file("bad.txt", content))
        self.refused(30, "solve", "snake", "--set", "axis=7")
        self.refused(30, "solve", "coil", "--set", "mirror=7")
        self.refused(30, "solve", "snake", "--set", "middle=edge")
        self.refused(30, "solve", "snake", text, "--set", "middle=edge")
        self.refused(30, "solve", "coil", "--set", "dimension=1")
        self.refused(30, "solve", "snake", "--set", "spread=1")
        self.refused(30, "solve", "snake", text, "--set", "dimension=7")

    tic_tac_toe = """
(role x) (role o) (index 1) (index 2) (index 3) (init (control x)) (other x o) (other o x) ; a comment
(<= (init (cell ?m ?n b)) (index ?m) (index ?n))
(<= (legal ?p (mark ?m ?n)) (true (control ?p)) (true (cell ?m ?n b)))
(<= (legal ?p noop) (role ?p) (not (true (control ?p))))
(<= (next (cell ?m ?n ?p)) (does ?p (mark ?m ?n)))
(<= (next (cell ?m ?n ?v)) (true (cell ?m ?n ?v)) (distinct ?v b))
(<= (next (cell ?m ?n b)) (true (cell ?m ?n b)) (does ?p (mark ?j ?k)) (or (distinct ?m ?j) (distinct ?n ?k)))
(<= (next (control ?p)) (true (control ?q)) (other ?q ?p))
(<= (line ?p) (role ?p) (index ?m) (true (cell ?m 1 ?p)) (true (cell ?m 2 ?p)) (true (cell ?m 3 ?p)))
(<= (line ?p) (role ?p) (index ?n) (true (cell 1 ?n ?p)) (true (cell 2 ?n ?p)) (true (cell 3 ?n ?p)))
(<= (line ?p) (role ?p) (true (cell 1 1 ?p)) (true (cell 2 2 ?p)) (true (cell 3 3 ?p)))
(<= (line ?p) (role ?p) (true (cell 1 3 ?p)) (true (cell 2 2 ?p)) (true (cell 3 1 ?p)))
(<= open (true (cell ?m ?n b))) (<= over (line ?p)) (<= terminal over) (<= terminal (not open))
(<= (goal ?p 100) (line ?p)) (<= (goal ?p 0) (other ?p ?q) (line ?q)) (<= (goal ?p 50) (role ?p) (not over) (not open))
"""

    def test_match(self):
        sheet = self.file("game.kif", self.tic_tac_toe)
        words = ["match", sheet, "--players", "uct,random", "--matches", 4, "--playouts", 300, "--seed", 3]
        result = playout(*words)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(result.stdout.count("terminal; x ("), 4)
        self.assertIn("| uct    |       4 |", result.stdout)
        self.assertEqual(playout(*words, "--table").stdout.count("\n"), 4)
        report = json.loads(playout(*words, "--json", "--records", self.folder / "records").stdout)
        self.assertEqual(len(report["matches"]), 4)
        self.assertEqual([one["player"] for one in report["matches"][1]["seats"]], ["random", "uct"])
        self.assertEqual(report["standings"][0]["losses"], 0)
        self.assertEqual(report["standings"][0]["faults"], {"late": 0, "unreachable": 0, "illegal": 0})
        records = sorted((self.folder / "records").iterdir())
        self.assertEqual(len(records), 4)
        record = json.loads(records[0].read_text())
        self.assertEqual((record["format"], record["names"], len(record["rules_hash"])), (1, "exact", 16))
        self.assertEqual(record["limits"], {"max_steps": 1000, "playouts": 300, "memory": 1 << 30, "load_seconds": 60, "load_memory": 4 << 30})
        # The moves are those of a game by the rules.
        moves = self.file("moves.txt", "\n".join(" ".join(joint) for joint in record["moves"]))
        last = json.loads(playout("gdl", "replay", sheet, "--moves", moves, "--json").stdout.splitlines()[-1])
        self.assertEqual(last["goals"], {seat["role"]: seat["goal"] for seat in record["seats"]})
        again = json.loads(playout(*words, "--json").stdout)
        self.assertEqual([one["moves"] for one in again["matches"]], [one["moves"] for one in report["matches"]])
        three = json.loads(playout("match", sheet, "--players", "uct,random,legal", "--playouts", 50, "--json").stdout)
        self.assertEqual(len(three["matches"]), 3)
        for words, code in ((["--players", "uct,nobody"], 30), (["--players", ""], 30), (["--players", "uct solving=1"], 30),
                            (["--players", "uct,http://nowhere"], 30), (["--players", "uct,uct", "--move-seconds", "0"], 30)):
            self.refused(code, "match", sheet, *words)
        alone = json.loads(playout("match", sheet, "--players", "mac-ucb solve_after=2", "--playouts", 50, "--json").stdout)
        self.assertEqual([one["player"] for one in alone["standings"]], ["mac-ucb solve_after=2", "mac-ucb solve_after=2#2"])
        hidden = self.file("hidden.kif", self.tic_tac_toe + "(<= (sees ?r (mine ?m)) (does ?r ?m))")
        self.assertIn("hides information", self.refused(31, "match", hidden, "--players", "uct,uct"))

    def test_many_games(self):
        games = [self.file("one.kif", self.tic_tac_toe), self.file("two.kif", self.tic_tac_toe)]
        results = self.folder / "results.jsonl"
        words = ["match", *games, "--players", "mac-ucb,random", "--matches", 2, "--playouts", 100, "--results", results]
        first = playout(*words, "--table")
        self.assertEqual(first.returncode, 0, first.stderr)
        self.assertIn("| game | mac-ucb - random | 95 % interval |", first.stdout)
        self.assertEqual(first.stdout.count("of 2 |"), 2)
        # What the file has is not played again; a line that was cut off is.
        text = results.read_text()
        self.assertEqual(text.count("\n"), 4)
        self.assertEqual(playout(*words, "--table").stdout, first.stdout)
        self.assertEqual(results.read_text(), text)
        results.write_text(text[:-30])
        self.assertEqual(playout(*words, "--table").stdout, first.stdout)
        self.assertEqual(results.read_text().count("\n"), 4)
        self.assertEqual([one["game"] for one in json.loads(playout(*words, "--json").stdout)["games"]], ["one", "two"])
        # Lines of before there was a format are known, too.
        new = [json.loads(line) for line in results.read_text().splitlines()]
        old = [{name: value for name, value in one.items() if name not in ("format", "rules_hash", "names", "limits")} for one in new]
        text = "".join(json.dumps(one, separators=(",", ":")) + "\n" for one in old)
        results.write_text(text)
        self.assertEqual([one["known"] for one in json.loads(playout(*words, "--json").stdout)["matches"]], [True] * 4)
        self.assertEqual(results.read_text(), text)
        # Other settings are other matches; what is not a file of results stays as it is.
        words[words.index("--playouts") + 1] = 101
        self.assertEqual(playout(*words, "--table").returncode, 0)
        self.assertEqual(results.read_text().count("\n"), 8)
        for text in ("[]\n", '{"my":"precious"}', '{"key":"x","seats":[{}],"end":"terminal","seconds":1}\n'):
            bad = self.file("bad.jsonl", text)
            self.refused(31, "match", *games, "--players", "uct,random", "--results", bad)
            self.assertEqual(pathlib.Path(bad).read_text(), text)
        # One that was cut off in its first word, and one of a run that was killed before its first match.
        for text, count in (('{"mat', 4), ("", 4)):
            short = self.file("short.jsonl", text)
            self.assertEqual(playout(*words[:-1], short).returncode, 0)
            self.assertEqual(short.read_text().count("\n"), count)
        lines = short.read_text().splitlines(keepends=True)
        match = json.loads(lines[0])
        for edit in (dict(seats=[]), dict(seats=[1, 2]), dict(end="boredom"), dict(seconds=-1), dict(key=3),
                     dict(seats=[{**seat, "goal": 1e300} for seat in match["seats"]])):
            bad = self.file("bad.jsonl", json.dumps({**match, **edit}) + "\n")
            self.assertIn("bad.jsonl", self.refused(31, *words[:-1], bad))

    def test_several_runs_may_add_to_one_file_of_results(self):
        sheet, results = self.file("game.kif", self.tic_tac_toe), self.folder / "results"
        series = [subprocess.Popen([program, "match", str(sheet), "--players", "random,random", "--matches", "100", "--seed", str(seed),
                                    "--results", str(results)], stdout=subprocess.DEVNULL) for seed in range(3)]
        for one in series:
            self.assertEqual(one.wait(timeout=120), 0)
        self.assertEqual(len({json.loads(line)["key"] for line in results.read_text().splitlines()}), 300)

    def test_many_games_are_refused_by_name(self):
        games = [self.file("one.kif", self.tic_tac_toe)]
        self.refused(30, "match", games[0], games[0], "--players", "uct,random")
        self.assertIn("solve_after", playout("players").stdout)

    def test_player(self):
        sheet = self.file("game.kif", self.tic_tac_toe)
        player = subprocess.Popen([program, "player", "--port", "0", "--name", "me", "--player", "mac-ucb solve_after=2"], stdout=subprocess.PIPE, text=True)
        self.addCleanup(player.stdout.close)
        try:
            address = "http://" + player.stdout.readline().split()[-1]
            with urllib.request.urlopen(address + "/(info)") as answer:
                self.assertEqual(answer.read(), b"( ( name me ) ( status available ) ( species computer ) )")
                self.assertEqual(answer.headers["Access-Control-Allow-Origin"], "*")
            result = playout("match", sheet, "--players", f"{address},random", "--matches", 2, "--move-seconds", 1,
                             "--start-seconds", 0.5, "--json")
            self.assertEqual(result.returncode, 0, result.stderr)
            far = json.loads(result.stdout)["standings"][0]
            self.assertEqual((far["losses"], far["faults"]), (0, {"late": 0, "unreachable": 0, "illegal": 0}))
            with self.assertRaises(urllib.error.HTTPError) as refused:
                urllib.request.urlopen(address, b"(PLAY")
            self.assertEqual(refused.exception.code, 400)
            refused.exception.close()
            self.refused(30, "player", "--port", address.rsplit(":", 1)[1])
        finally:
            player.send_signal(signal.SIGINT)
            self.assertEqual(player.wait(timeout=30), 0)
        self.assertIn(address, self.refused(31, "match", sheet, "--players", f"{address},random", "--json"))
        for words in (["--port", "70000"], ["--player", "nobody"], ["--margin", "-1"], ["--bind", ""]):
            self.refused(30, "player", *words)

    def elsewhere(self, behave):
        """The address of a player elsewhere: `behave(connection, message)` answers, or does something else."""
        listener = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(listener.close)

        def talk(connection):
            with connection:
                try:
                    text = b""
                    while b"\r\n\r\n" not in text or len(text.split(b"\r\n\r\n", 1)[1]) < int(re.search(rb"Length: (\d+)", text)[1]):
                        piece = connection.recv(65536)
                        if not piece:
                            return
                        text += piece
                    behave(connection, text.split(b"\r\n\r\n", 1)[1].decode())
                except OSError:
                    pass

        def serve():
            while True:
                try:
                    connection = listener.accept()[0]
                except OSError:
                    return
                threading.Thread(target=talk, args=(connection,), daemon=True).start()

        threading.Thread(target=serve, daemon=True).start()
        return f"http://127.0.0.1:{listener.getsockname()[1]}"

    def test_players_elsewhere(self):
        sheet = self.file("game.kif", self.tic_tac_toe)
        messages = []

        def answer(connection, text):
            connection.sendall(f"HTTP/1.0 200 OK\r\n\r\n{text}".encode())

        def behave(connection, message):
            messages.append(message)
            if message.startswith("(START playout.1.2"):
                answer(connection, "busy")
            elif message.startswith("(START"):
                answer(connection, "ready")
            elif message.startswith("(PLAY"):
                answer(connection, "nonsense")
            else:
                answer(connection, "done")

        address = self.elsewhere(behave)
        words = ["match", sheet, "--players", f"{address},random", "--move-seconds", 0.5, "--start-seconds", 0.2]
        match = json.loads(playout(*words, "--json").stdout)["matches"][0]
        # Whole seconds, and it is timed by them.
        self.assertTrue(messages[0].endswith(" 1 1)"), messages[0])
        self.assertEqual((match["move_seconds"], match["elsewhere"]), (0.5, {"start_seconds": 1, "move_seconds": 1}))
        far = match["seats"][0]
        self.assertEqual(far["faults"]["illegal"], len(match["moves"]))
        self.assertEqual(far["complaint"], f"move {len(match['moves'])}: not a legal move: nonsense")
        messages.clear()
        self.assertIn(" illegal; move ", playout(*words, "--exact-clocks").stdout)
        self.assertTrue(messages[0].endswith(" 0.2 0.5)"), messages[0])
        # It is busy when the second match begins: that is the end, and nothing of the first is lost.
        results = self.folder / "results.jsonl"
        for how in ([], ["--json"]):
            result = playout(*words, "--matches", 5, "--results", results, *how)
            self.assertEqual(result.returncode, 31)
            self.assertEqual(result.stderr, f"playout: match: {address}: it is not ready: busy\n")
            self.assertEqual(results.read_text().count("\n"), 1)
            if how:
                report = json.loads(result.stdout)
                self.assertEqual((len(report["matches"]), report["standings"][1]["matches"]), (1, 1))
            else:
                self.assertIn("| random ", result.stdout)
        busy = self.elsewhere(lambda connection, message: answer(connection, "busy"))
        for how in ([], ["--json"], ["--table"]):
            refusal = self.refused(31, "match", sheet, "--players", f"random,{busy}", *how)
            self.assertIn(busy, refusal)

    def test_a_match_ends_by_a_signal_whatever_players_do(self):
        sheet = self.file("game.kif", self.tic_tac_toe)

        def behave(connection, message):
            connection.sendall(b"HTTP/1.0 200 OK\r\n\r\n")
            if message.startswith("(START"):
                connection.sendall(b"ready")
                return
            asked.set()
            while True:
                connection.sendall(b"x")
                time.sleep(0.1)

        asked = threading.Event()
        words = [program, "match", sheet, "--players", f"{self.elsewhere(behave)},random", "--move-seconds", "1000"]
        match = subprocess.Popen(list(map(str, words)), stdout=subprocess.PIPE, text=True)
        self.assertTrue(asked.wait(60))
        match.send_signal(signal.SIGINT)
        self.assertIn(" interrupted; ", match.communicate(timeout=60)[0])
        self.assertEqual(match.returncode, 25)

    def test_gdl_as_a_problem(self):
        result = playout("solve", "gdl", "--seconds", 20, "--json")
        record = json.loads(result.stdout)
        self.assertEqual((record["value"], record["optimal"]), (100, True))
        self.refused(31, "solve", "gdl", self.file("game.kif", self.tic_tac_toe))

    def test_rounds(self):
        sheet = self.file("game.kif", self.tic_tac_toe)
        shown = playout("scsp", "show", sheet)
        self.assertEqual(shown.returncode, 0, shown.stderr)
        self.assertIn("# 29 fluents are 10 variables", shown.stdout)
        self.assertIn("decision cell.1.1 ", shown.stdout)
        # Its text is a network.
        again = playout("scsp", "show", self.file("round.txt", shown.stdout))
        self.assertEqual([line for line in again.stdout.splitlines() if line[0] != "#"],
                         [line for line in shown.stdout.splitlines() if line[0] != "#"])
        facts = json.loads(playout("scsp", "show", sheet, "--json", "--rows", 0, "--skip", "all").stdout)
        self.assertEqual((facts["tables"], facts["preprocessing"]["merged"]), (0, 0))
        self.assertNotIn("decision", playout("scsp", "show", sheet, "--brief").stdout)
        self.assertIn("the first round has 9 solutions", playout("scsp", "solve", sheet).stdout)
        check = json.loads(playout("scsp", "check", sheet, "--states", 50, "--json").stdout)
        self.assertEqual((check["states"], check["differences"]), (50, 0))
        rates = json.loads(playout("scsp", "rate", sheet, "--seconds", 0.1, "--states", 10, "--json").stdout)
        self.assertEqual([one["solver"] for one in rates], ["mac", "fc", "machine"])
        self.assertTrue(all(one["rounds"] > 0 for one in rates))
        self.refused(30, "scsp", "show", sheet, "--skip", "most")
        self.refused(31, "scsp", "check", self.file("bad.kif", "(role x)"))

    def test_scsp(self):
        network = self.file("n.txt", "decision x H T\nstochastic y H T\nutility x y\n  H H : 1\n  T T : 1/2\nend\n"
                                     "probability y\n  : 1/4 3/4\nend\nthreshold 3/8\n")
        result = playout("scsp", "solve", network)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("solutions of the hard constraints: 4 ", result.stdout)
        self.assertIn("policy worth 0.375, which reaches the threshold:\n  x = T\n  y = H (drawn with 0.25)\n", result.stdout)
        report = json.loads(playout("scsp", "solve", network, "--json").stdout)
        self.assertEqual((report["solved"], report["policies"][0]["expected"]), (True, [0.375]))
        shown = playout("scsp", "show", network)
        self.assertTrue(shown.stdout.startswith("# 1 players, 2 variables (1 drawn)"), shown.stdout)
        self.assertEqual(playout("scsp", "show", self.file("again.txt", shown.stdout)).stdout, shown.stdout)
        too_much = self.file("m.txt", network.read_text().replace("3/8", "0.4"))
        self.assertEqual(playout("scsp", "solve", too_much).returncode, 10)
        self.refused(31, "scsp", "solve", self.file("bad.txt", "decision x\n"))
        self.refused(31, "scsp", "solve", self.file("bad.txt", "stochastic x 1 2\n"))

    def pigeonhole(self, in_every_state):
        """Rules that take for ever to ground, and to ask: in every state, or after the move b only."""
        pigeons = [f"?v{i}" for i in range(14)]
        rules = """(role r) (init (s 0)) (<= (legal r a) (true (s ?x))) (<= (legal r b) (true (s ?x)))
            (<= (next (s 1)) (does r a)) (<= (next (s 2)) (does r b)) (<= terminal (true (s 1))) (<= terminal hole)
            (<= (goal r 100) (true (s 1))) (<= (goal r 0) (true (s 2)))"""
        rules += " ".join(f"(p {i})" for i in range(13))
        rules += "(<= (q ?x) (p ?x))" if in_every_state else "(<= (q ?x) (p ?x) (true (s 2)))"
        rules += "(<= hole " + " ".join(f"(q {one})" for one in pigeons)
        rules += " ".join(f"(distinct {one} {other})" for i, one in enumerate(pigeons) for other in pigeons[:i]) + ")"
        return self.file("hole.kif", rules)

    def test_rules_that_cannot_be_loaded_in_time(self):
        sheet = self.pigeonhole(in_every_state=True)
        for words in (["gdl", "show"], ["solve", "gdl"], ["scsp", "solve"], ["scsp", "show"]):
            began = time.monotonic()
            result = playout(*words, sheet, "--load-seconds", 0.5)
            self.assertIn(result.returncode, (20, 31), (words, result.stderr))
            self.assertEqual(result.stderr.count("\n"), 1, result.stderr)
            self.assertRegex(result.stderr, "load-seconds|cannot be grounded")
            self.assertLess(time.monotonic() - began, 60)  # not for ever
        for more in ([], ["--prove"]):
            result = playout("gdl", "simulate", sheet, "--load-seconds", 0.5, "--seconds", 0.5, *more)
            self.assertEqual(result.returncode, 20, result.stderr)
            self.assertIn("0 playouts", result.stdout)
        result = playout("match", sheet, "--players", "uct", "--load-seconds", 0.5, "--move-seconds", 0.2)
        self.assertEqual(result.returncode, 20, result.stdout + result.stderr)

    def test_a_step_of_the_rules_that_takes_for_ever(self):
        sheet = self.pigeonhole(in_every_state=False)
        for algorithm in ("beam", "nrpa", "uct", "dfs"):
            result = playout("solve", "gdl", sheet, "-a", algorithm, "--load-seconds", 0.5, "--seconds", 1, "--json")
            self.assertIn(result.returncode, (0, 20), result.stderr)
            self.assertIn(json.loads(result.stdout)["value"], (None, 100))
            self.assertLess(json.loads(result.stdout)["seconds"], 30)

    def test_memory_bounds_loading(self):
        rules = "(role r) (legal r go) (goal r 1) terminal (init (n a))" + "".join(f"(d {i})" for i in range(30))
        rules += "(<= (next (n (t ?a ?b ?c ?d ?e))) (d ?a) (d ?b) (d ?c) (d ?d) (d ?e))"
        result = playout("gdl", "show", self.file("large.kif", rules), "--memory", "50M")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertRegex(result.stdout, "not grounded: .* take more than 25 MB")

    def test_gdl(self):
        rules = ("(role r) (init (n 0)) (succ 0 1) (succ 1 2) (legal r up) (<= (legal r stay) (true (n 1)))\n"
                 "(<= (next (n ?y)) (does r up) (true (n ?x)) (succ ?x ?y)) (<= (next (n ?x)) (does r stay) (true (n ?x)))\n"
                 "(<= terminal (true (n 2))) (<= (goal r 100) (true (n 2))) (<= (goal r 0) (not (true (n 2))))\n")
        sheet = self.file("count.kif", rules)
        result = playout("gdl", "check", sheet)
        self.assertEqual((result.returncode, result.stdout), (0, f"{sheet}: valid, 0 warnings\n"))
        result = playout("gdl", "show", sheet)
        self.assertIn("fluents: 3\nmoves: 2\n", result.stdout)
        moves = self.file("moves.txt", "UP\n; a comment\nstay\n\nup\n")
        for how in ([], ["--prove"]):
            result = playout("gdl", "replay", sheet, "--moves", moves, "--json", *how)
            self.assertEqual(result.returncode, 0, result.stderr)
            states = [json.loads(line) for line in result.stdout.splitlines()]
            self.assertEqual([state["state"] for state in states], [["(n 0)"], ["(n 1)"], ["(n 1)"], ["(n 2)"]])
            self.assertEqual(states[1], {"state": ["(n 1)"], "legal": {"r": ["stay", "up"]}, "terminal": False, "goals": {"r": 0}})
            self.assertEqual(states[3], {"state": ["(n 2)"], "legal": {"r": []}, "terminal": True, "goals": {"r": 100}})
            result = playout("gdl", "simulate", sheet, "--playouts", "200", "--json", *how)
            report = json.loads(result.stdout)
            self.assertEqual((report["playouts"], report["mean_goals"], report["cut"]), (200, {"r": 100.0}, 0))
            self.assertAlmostEqual(report["mean_length"], 3, delta=0.5)
            self.assertEqual(report["ground"], not how)
        report = json.loads(playout("gdl", "simulate", sheet, "--playouts", "100", "--steps", "1", "--json").stdout)
        self.assertEqual((report["cut"], report["mean_length"]), (100, 1.0))
        self.assertIn("playouts in", playout("gdl", "simulate", sheet, "--seconds", "0.2").stdout)
        short = self.file("short.kif", rules + "(base (n 0)) (base (n 1))")
        self.assertIn("warning: 'base' leaves out (n 2), which a rule may make", playout("gdl", "check", short).stdout)
        self.assertIn("0 warnings", playout("gdl", "check", self.file("whole.kif", rules + "(base (n 0)) (base (n 1)) (base (n 2))")).stdout)
        for bad, code in (("(role r", 31), ("(role r)", 31), ("", 31), ("(<= (legal r ?x) (true a))" + rules, 31)):
            self.refused(code, "gdl", "check", self.file("bad.kif", bad))
        for bad, where, shown in (("down\n", ":1: 'down' is not a legal move of r", 1), ("up up\n", ":1: expected 1 moves", 1),
                                  ("up\nup\nup\n", ":3: the game is over", 3), ("up\n(up\n", ":2: expected terms", 2)):
            result = playout("gdl", "replay", sheet, "--moves", self.file("bad.txt", bad), "--json")
            self.assertEqual((result.returncode, len(result.stdout.splitlines())), (31, shown))  # what came before is shown
            self.assertIn(where, result.stderr)
        # No moves are a game as well: that of the initial state.
        for words, text in (([], None), (["--moves", self.file("none.txt", "")], None), (["--moves", self.file("blank.txt", " \n\n")], None),
                            (["--moves", os.devnull], None), (["--moves", "-"], "")):
            result = playout("gdl", "replay", sheet, *words, "--json", input=text)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertEqual([json.loads(line)["state"] for line in result.stdout.splitlines()], [["(n 0)"]])
        self.refused(31, "gdl", "replay", sheet, "--moves", self.folder / "nowhere")
        self.refused(30, "gdl", "simulate", sheet, "--seconds", "-1")
        self.refused(30, "gdl")

    spelled = """
(ROLE xPlayer) (Role oPlayer) (init (control xPlayer)) (init (open Left)) (init (open Middle)) (init (open RIGHT))
(<= (LEGAL ?P (takeSide ?S)) (true (control ?P)) (true (open ?S)))
(<= (legal ?P (pass)) (role ?P) (NOT (true (control ?P))))
(<= (next (control oPlayer)) (true (control xPlayer))) (<= (next (control xPlayer)) (true (control oPlayer)))
(<= (taken ?S) (does ?P (takeSide ?S))) (<= (next (open ?S)) (true (open ?S)) (not (taken ?S)))
(<= someOpen (true (open ?S))) (<= terminal (not someOpen)) (<= (goal ?P 50) (role ?P))
"""

    def test_names_in_upper_and_lower_case(self):
        sheet = self.file("sides.kif", self.spelled)
        moves = self.file("moves.txt", "(TAKESIDE left) pass\n")
        lines = playout("gdl", "replay", sheet, "--moves", moves, "--json").stdout.splitlines()
        self.assertEqual(json.loads(lines[0])["legal"],
                         {"xplayer": ["(takeside left)", "(takeside middle)", "(takeside right)"], "oplayer": ["(pass)"]})
        self.assertEqual(json.loads(lines[1])["state"], ["(control oplayer)", "(open middle)", "(open right)"])
        shown = playout("gdl", "replay", sheet, "--moves", moves).stdout
        self.assertIn("legal oPlayer: (takeSide Middle) (takeSide RIGHT)\n", shown)
        self.assertIn("roles: xPlayer oPlayer\n", playout("gdl", "show", sheet).stdout)
        match = json.loads(playout("match", sheet, "--players", "legal,legal", "--json").stdout)["matches"][0]
        self.assertEqual([seat["role"] for seat in match["seats"]], ["xPlayer", "oPlayer"])
        self.assertEqual(match["moves"][0], ["(takeSide Left)", "(pass)"])
        self.assertIn("does.xPlayer", playout("scsp", "show", sheet).stdout)
        # Two names that differ only in case, or one.
        home = self.file("home.kif", "(role r) (init (at Home)) (legal r go) (goal r 1) (<= (next (at home)) (does r go))\n"
                                     "(<= terminal (true (at home)))\n")
        go = self.file("go.txt", "go\n")
        self.assertIn("'Home' and 'home' differ only in case and are two names", playout("gdl", "check", home).stdout)
        self.assertIn("are taken for the same name", playout("gdl", "check", home, "--names", "folded").stdout)
        states = [json.loads(line)["state"] for line in playout("gdl", "replay", home, "--moves", go, "--json").stdout.splitlines()]
        self.assertEqual(states, [["(at Home)"], ["(at home)"]])
        folded = playout("gdl", "replay", home, "--json", "--names", "folded").stdout
        self.assertEqual(json.loads(folded), {"state": ["(at home)"], "legal": {"r": []}, "terminal": True, "goals": {"r": 1}})
        for words in (["gdl", "check", home], ["gdl", "simulate", home], ["match", home, "--players", "legal"], ["scsp", "show", home],
                      ["player"]):
            self.refused(30, *words, "--names", "upper")

    def test_a_manager_spells_as_the_rules_do(self):
        """And understands a player that answers in another case."""
        heard = []
        answers = ["(TAKESIDE LEFT)", "PASS", "(takeside right)"]

        class Player(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                heard.append(self.rfile.read(int(self.headers["Content-Length"])).decode())
                head = heard[-1].split()[0]
                answer = answers.pop(0) if head == "(PLAY" else "ready" if head == "(START" else "done"
                self.send_response(200)
                self.send_header("Content-Length", str(len(answer)))
                self.end_headers()
                self.wfile.write(answer.encode())

            def log_message(self, *_):
                pass

        server = http.server.HTTPServer(("127.0.0.1", 0), Player)
        self.addCleanup(server.server_close)
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            result = playout("match", self.file("sides.kif", self.spelled), "--players",
                             f"http://127.0.0.1:{server.server_port},legal", "--start-seconds", 50, "--move-seconds", 50, "--json")
        finally:
            server.shutdown()
            thread.join()
        self.assertEqual(result.returncode, 0, result.stderr)
        match = json.loads(result.stdout)["matches"][0]
        self.assertEqual(match["seats"][0]["faults"], {"late": 0, "unreachable": 0, "illegal": 0}, match)
        self.assertRegex(heard[0], r"^\(START \S+ xPlayer \(\(ROLE xPlayer\) ")
        self.assertEqual([message.split(" ", 2)[2] for message in heard[1:]],
                         ["NIL)", "((takeSide Left) (pass)))", "((pass) (takeSide Middle)))", "((takeSide RIGHT) (pass)))"])

    def test_records_of_games_say_how_names_were_read(self):
        home = self.file("home.kif", "(role r) (init (at Home)) (legal r goThere) (goal r 1) (<= (next (at home)) (does r goThere))\n"
                                     "(<= terminal (true (at home)))\n")
        for names, moves in (("exact", ["goThere"]), ("folded", [])):
            record = self.folder / f"{names}.json"
            self.assertEqual(playout("solve", "gdl", home, "--set", f"names={names}", "--record", record).returncode, 0)
            made = json.loads(record.read_text())
            self.assertEqual((made["moves"], made["settings"]["names"]), (moves, names))
            self.assertEqual(playout("check", record).returncode, 0)
        # As records were before there was a choice.
        old = json.loads((self.folder / "exact.json").read_text())
        old["moves"] = ["gothere"]
        del old["settings"]["names"]
        result = playout("check", self.file("old.json", json.dumps(old)))
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)

    def test_partition(self):
        record, picture = self.folder / "split.json", self.folder / "split.svg"
        numbers = self.file("five.txt", "8\n7\n6\n5\n4\n")
        result = playout("solve", "partition", numbers, "--record", record, "--picture", picture)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("optimal (proved)", result.stdout)
        details = json.loads(record.read_text())["details"]
        self.assertEqual((details["discrepancy"], sorted([details["left"], details["right"]])), ("0", [[0, 1], [2, 3, 4]]))
        self.assertEqual(playout("check", record).returncode, 0)
        large = self.file("large.txt", "".join(f"{10 ** 50 + 17 ** i}\n" for i in range(40)))
        for algorithm in ("dfs", "uct", "nrpa", "beam", "limited-discrepancy"):
            result = playout("solve", "partition", large, "-a", algorithm, "--playouts", 500, "--record", record, "--json")
            self.assertEqual(result.returncode, 0, result.stderr)
            details = json.loads(result.stdout)["details"]
            self.assertEqual(abs(int(details["left_sum"]) - int(details["right_sum"])), int(details["discrepancy"]))
            self.assertEqual(playout("check", record).returncode, 0)
        for name, content, code in (("one", "5\n", 0), ("huge", "9" * 100_000 + "\n1\n2\n3\n4\n5\n", 0),
                                    ("many", playout("generate", "partition", "--set", "size=20000", "--set", "bits=90").stdout, 0)):
            result = playout("solve", "partition", self.file(name, content), "--seconds", "0.5", "--record", record, "--quiet")
            self.assertEqual(result.returncode, code, result.stderr)
            self.assertEqual(playout("check", record).returncode, 0)
        for content in ("1\n0\n", "1\n-3\n", "1\ntwo\n", "", "\n\n", "1.5\n", "1\n" * 100_000, "9" * 400_000 + "\n1\n"):
            self.refused(31, "solve", "partition", self.file("bad.txt", content))
        self.refused(30, "generate", "partition", "--set", "size=20000", "--set", "bits=1000000")

    def test_lists_and_help(self):
        for words in (["domains"], ["domains", "knapsack"], ["algorithms"], ["--help"], ["solve", "--help"]):
            result = playout(*words)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertIn({"domains": "knapsack", "algorithms": "best-first", "--help": "bench", "solve": "--seconds"}[words[0]],
                          result.stdout)
        for name in [line.split()[0] for line in playout("algorithms").stdout.splitlines()]:
            self.assertIn("one playout is", playout("algorithms", name).stdout)
        version = playout("--version").stdout
        for command in ("solve", "check", "generate", "domains", "algorithms", "bench"):
            self.assertEqual(playout(command, "--version").stdout, version)

    def test_presets(self):
        self.assertIn("preset=NAME", playout("algorithms", "sp-mcts").stdout)
        record_file = self.folder / "preset.json"
        result = playout("solve", "samegame", "-a", "sp-mcts", "--set", "preset=cem-per-game", "--set", "t=7", "--playouts", "500",
                         "--record", record_file, "--quiet")
        self.assertEqual(result.returncode, 0, result.stderr)
        record = json.loads(record_file.read_text())
        self.assertEqual(record["strategy"], "tabu-color-random")
        settings = {key: record["settings"][key] for key in ("preset", "c", "w", "t", "epsilon", "searches")}
        self.assertEqual(settings, {"preset": "cem-per-game", "c": 5.96, "w": 0.49, "t": 7, "epsilon": 0.00007, "searches": 1})
        self.assertGreaterEqual(record["value"], record["details"]["search"]["played_value"])
        self.assertEqual(playout("check", record_file).returncode, 0)
        self.assertIn("did you mean 'balanced'",
                      self.refused(30, "solve", "samegame", "-a", "sp-mcts", "--set", "preset=balancd"))

    def test_strategies_are_tuned(self):
        words = ["solve", "samegame", "-a", "random", "--strategy", "roulette"]
        record = self.folder / "record.json"
        playout(*words, "--set", "tune=0.5", "--playouts", 4000, "--record", record)
        search = json.loads(record.read_text())["details"]["search"]
        self.assertGreater(search["tuning_games"], 1900)
        self.assertTrue(0 <= search["tuned_power"] <= 5)
        playout("check", record)
        self.refused(30, *words, "--set", "tune=0.5", "--set", "power=2")
        self.refused(30, *words, "--set", "tune=1")
        self.assertIn("tune", playout("domains", "samegame").stdout)

    def test_a_full_tree_does_not_end_the_run(self):
        for more in ([], ["--set", "full_tree=recycle"]):
            result = playout("solve", "samegame", "-a", "sp-mcts", "--memory", "1M", "--playouts", "60000", "--json", *more)
            record = json.loads(result.stdout)
            search = record["details"]["search"]
            self.assertEqual((record["stopped_by"], record["playouts"]), ("playouts", 60000))
            self.assertLessEqual(search["bytes_per_node"] * search["max_nodes"], 2 ** 20)

    def test_bench_takes_a_list(self):
        path = self.file("list", "# two runs\nknapsack dfs nodes=100\nknapsack random playouts=10 seed=3\n")
        result = playout("bench", path)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertRegex(result.stdout, r"Bench: \d+\n$")
        self.refused(31, "bench", self.file("bad", "knapsack dfs\n"))

    def test_bad_usage_is_30(self):
        good = self.instance()
        self.assertIn("did you mean 'knapsack'", self.refused(30, "solve", "knapsak"))
        self.assertIn("did you mean 'dfs'", self.refused(30, "solve", "knapsack", "-a", "dsf"))
        self.assertIn("did you mean 'width'", self.refused(30, "solve", "knapsack", "-a", "beam", "--set", "widht=3"))
        self.refused(30, "solve", "knapsack", "-a", "beam", "--set", "width=0")
        self.refused(30, "solve", "knapsack", "-a", "beam", "--set", "width")
        self.refused(30, "solve", "knapsack", "--strategy", "no-such", "-a", "random")
        self.refused(30, "solve", "knapsack", "--strategy", "random", "-a", "dfs")
        for option, values in {"--seconds": ["-1", "0", "nan", "x", ""], "--playouts": ["0", "-3", "1.5"],
                               "--nodes": ["0", "x"], "--memory": ["0", "4X"], "--seed": ["-1", "x"],
                               "--runs": ["0"], "--threads": ["2", "0"], "--target": ["high"]}.items():
            for value in values:
                self.refused(30, "solve", "knapsack", good, option, value)
        self.assertIn("counts no nodes", self.refused(30, "solve", "knapsack", "-a", "random", "--nodes", "5"))
        for words in (["solve", "knapsack", ""], ["solve", "knapsack", "--record", ""], ["solve", "knapsack", "-a", ""]):
            self.refused(30, *words)
        self.refused(30, "solve", "knapsack", self.folder / "no\nsuch\ndomain", "--seconds", "x")
        self.refused(30)
        self.refused(30, "sovle", "knapsack")
        self.refused(30, "solve")
        self.refused(30, "solve", "knapsack", "--no-such-option")
        self.refused(30, "generate", "knapsack", "--set", "size=0")
        self.refused(30, "generate", "knapsack", "--set", "class=harder")
        self.refused(30, "domains", "chess")
        self.refused(30, "algorithms", "magic")

    def test_unwritable_paths_are_said_before_the_search(self):
        start = time.monotonic()
        for option in ("--record", "--picture", "--trace"):
            for path in (self.folder, self.folder / "no" / "such" / "folder.json"):
                self.refused(30, "solve", "knapsack", self.hard_instance(), option, path, "--seconds", 60)
        self.assertLess(time.monotonic() - start, 20)

    def test_bad_instances_are_31(self):
        cases = {"empty": "", "blank": " \n\n", "binary": b"\x7fELF\x00\x01\x02", "negative": "2\n-7\n1 1\n2 2\n",
                 "short": "3\n10\n1 1\n2 2\n", "long": "1\n10\n1 1\n2 2\n", "digits": "1\n10\n" + "9" * 40 + " 1\n",
                 "words": "a knapsack\n", "real": "1\n10\n1.5 1\n", "many": "99999999\n5\n"}
        for name, content in cases.items():
            path = self.file(name, content)
            self.assertIn(name, self.refused(31, "solve", "knapsack", path))
        self.assertIn("directory", self.refused(31, "solve", "knapsack", self.folder))
        self.refused(31, "solve", "knapsack", self.folder / "missing")
        self.refused(31, "solve", "knapsack", self.folder / "two\nlines")

    def test_bad_records_are_31(self):
        good = self.folder / "record.json"
        playout("solve", "knapsack", "--record", good)
        record = json.loads(good.read_text())
        edits = {"value": dict(value=record["value"] + 1), "moves": dict(moves=record["moves"][1:]),
                 "hash": dict(instance_hash="0" * 16), "domain": dict(domain="chess"), "text": dict(value="many"),
                 "details": dict(details={**record["details"], "weight": 1}), "trace": dict(trace=[]),
                 "stop": dict(stopped_by="boredom"), "lines": dict(moves=["a\nb"]), "extra": dict(extra=1), "missing": dict(instance="no-such-file")}
        for name, edit in edits.items():
            self.refused(31, "check", self.file(name + ".json", json.dumps({**record, **edit})))
        for name, content in {"huge": good.read_text().replace('"seed": 1', '"seed": 1e999'),
                              "empty": "", "binary": b"\x00\x01", "cut": good.read_text()[:200], "list": "[1]"}.items():
            self.refused(31, "check", self.file(name, content))
        self.refused(31, "check", self.folder)
        self.refused(31, "solve", "knapsack", "--start", self.file("start.json", "{}"))

    def test_json_that_would_break_the_stack_or_take_for_ever_is_31(self):
        good = self.folder / "record.json"
        playout("solve", "knapsack", "--record", good)
        lists, objects = "[" * 90_000 + "]" * 90_000, '{"a":' * 90_000 + "1" + "}" * 90_000
        for name, deep in {"lists": lists, "objects": objects}.items():
            for field in ("settings", "details"):
                text = good.read_text().replace(f'"{field}": {{', f'"{field}": {{"x": {deep}, ', 1)
                bad = self.file(name + field, text)
                line = 1 + text[:text.index(deep)].count("\n")
                for words in (["check", bad], ["solve", "knapsack", "--start", bad]):
                    self.assertEqual(self.refused(31, *words), f"playout: {bad}:{line}: this JSON is nested more than 100 levels deep\n")
            self.refused(31, "check", self.file(name, deep))
            results = self.file("results", '{"match":"x","seats":' + deep + "}\n")
            self.refused(31, "match", self.file("game.kif", self.tic_tac_toe), "--players", "uct,uct", "--results", results)
        self.refused(31, "check", self.file("fields", "{" + ",".join(f'"{i}":1' for i in range(1_000_000)) + "}"))

    def test_settings_in_a_record_are_input(self):
        record = self.folder / "coil.json"
        playout("solve", "coil", "--set", "dimension=5", "--record", record)
        text = record.read_text()
        for bad in ('"dimension": 1', '"dimension": 99', '"dimension": "five"', '"dimension": [5]', '"dimensions": 5'):
            self.assertIn("settings: ", self.refused(31, "check", self.file("bad.json", text.replace('"dimension": 5', bad, 1))))

    def test_error_lines_are_short_and_plain(self):
        for word in ("x" * 5000, "\u00e9" * 5000, "\U0001f600" * 100):
            for code, words in ((31, ["solve", "knapsack", word]), (31, ["check", "a/" + word]), (30, ["solve", "knapsack", "--" + word])):
                line = self.refused(code, *words)
                self.assertLessEqual(len(line.encode()), 301)
                self.assertTrue(line.endswith("...\n") or len(word) < 300, line)
        for word in ("\x1b[31m", "\x7f", "\x9b31m", "\u202e", "\u2028", b"\xff\x9b".decode(errors="surrogateescape")):
            for code, words in ((31, ["solve", "knapsack", word]), (30, ["solve", word]), (30, [word])):
                self.assertNotIn(word, self.refused(code, *words))
        self.assertIn("control characters", self.refused(31, "gdl", "show", self.file("game.kif", self.tic_tac_toe.replace("noop", "no\x1bop"))))

    def test_a_limit_before_any_solution(self):
        big = self.instance("size=1000000")
        result = playout("solve", "knapsack", big, "-a", "random", "--seconds", "0.001", "--json")
        self.assertEqual(result.returncode, 20, result.stderr)
        self.assertIsNone(json.loads(result.stdout)["value"])

    def test_signals_keep_the_best_so_far(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            record = self.folder / "record.json"
            process = subprocess.Popen([program, "solve", "knapsack", str(self.hard_instance()), "-a", "random",
                                        "--seconds", "60", "--record", str(record)], stdout=subprocess.DEVNULL)
            time.sleep(0.5)
            start = time.monotonic()
            process.send_signal(number)
            self.assertEqual(process.wait(timeout=10), 0)
            self.assertLess(time.monotonic() - start, 5)  # bench/time-limits measures how fast it really is
            self.assertEqual(json.loads(record.read_text())["stopped_by"], "interrupt")
            self.assertEqual(playout("check", record).returncode, 0)
            record.unlink()

    def test_a_long_game_keeps_the_time_limit(self):
        big = self.instance("size=100000", "class=strong", "range=100000000", "fill=0.7", seed=3)
        for algorithm in ("dfs", "iterative-broadening", "beam"):
            result = playout("solve", "knapsack", big, "-a", algorithm, "--seconds", 1, "--json")
            self.assertLess(json.loads(result.stdout)["seconds"], 1.5)  # bench/time-limits has the exact figures

    def interrupted(self, *words, signals=(signal.SIGINT,), until=takes_interrupts, **options):
        """Starts the program, sends it signals once it is where it should be, and gives what it said in the end."""
        process = subprocess.Popen([program, *map(str, words)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options)
        until(process)
        for number in signals:
            process.send_signal(number)
        said, complaint = process.communicate(timeout=60)
        return process.returncode, said, complaint

    def test_an_interrupt_before_there_is_anything_to_tell(self):
        pipe, record = self.folder / "pipe", self.folder / "record.json"
        os.mkfifo(pipe)
        ended = (25, "", "playout: interrupted\n")
        for words in (["solve", "knapsack", pipe, "--record", record], ["check", pipe], ["check", record, "--instance", pipe], ["bench", pipe],
                      ["gdl", "check", pipe], ["gdl", "show", pipe, "--prove"], ["gdl", "replay", pipe], ["gdl", "simulate", pipe],
                      ["scsp", "show", pipe], ["scsp", "solve", pipe], ["scsp", "rate", pipe], ["match", pipe, "--players", "uct,uct"],
                      ["solve", "gdl", pipe], ["solve", "knapsack", "--start", pipe]):
            if words[0] == "check" and record in words:
                record.write_text(self.record_of_a_file())
            for number in (signal.SIGINT, signal.SIGTERM):
                self.assertEqual(self.interrupted(*words, signals=[number]), ended, words)
        self.assertEqual(self.interrupted("solve", "knapsack", "-", stdin=subprocess.PIPE), ended)
        # Work that nobody stops in the middle: it is ended, or over before.
        code, _, complaint = self.interrupted("generate", "knapsack", "--set", "size=1000000")
        self.assertIn((code, complaint), ((25, "playout: interrupted\n"), (0, "")))
        self.assertEqual([path.name for path in self.folder.iterdir() if path.suffix == ".part"], [])

    def record_of_a_file(self):
        path = self.folder / "of-a-file.json"
        playout("solve", "knapsack", self.instance(), "-a", "random", "--playouts", 1, "--record", path)
        return path.read_text()

    def test_a_second_interrupt_ends_the_program_at_once(self):
        pipe = self.folder / "pipe"
        os.mkfifo(pipe)

        process = subprocess.Popen([program, "solve", "knapsack", str(self.hard_instance()), "-a", "random", "--seconds", "3600",
                                    "--record", str(pipe)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        takes_interrupts(process)
        time.sleep(0.5)
        while process.poll() is None:  # the first ends the search, but nobody reads the pipe
            process.send_signal(signal.SIGINT)
            time.sleep(0.1)
        self.assertEqual((process.returncode, process.communicate()[1]), (25, "playout: interrupted\n"))

    def test_an_interrupted_series_says_so(self):
        for seconds, wanted in (("60", "interrupted before the first run"), ("0.2", "interrupted; of those")):
            process = subprocess.Popen([program, "solve", "knapsack", str(self.hard_instance()), "-a", "random", "--runs", "99",
                                        "--seconds", seconds], stdout=subprocess.PIPE, text=True)
            time.sleep(1)
            process.send_signal(signal.SIGINT)
            text, _ = process.communicate(timeout=10)
            self.assertEqual(process.returncode, 0)
            self.assertIn(wanted, text)

    def test_live_line_on_a_terminal_only(self):
        words = ["solve", "knapsack", str(self.hard_instance()), "-a", "random", "--seconds", "0.5"]
        self.assertIn("playouts/s", self.on_terminal(words))
        self.assertNotIn("playouts/s", self.on_terminal(words + ["--quiet"]))
        self.assertEqual(playout(*words).stderr, "")

    def on_terminal(self, words):
        """What the program writes to a terminal as its stderr."""
        master, slave = pty.openpty()
        process = subprocess.Popen([program, *words], stdout=subprocess.DEVNULL, stderr=slave)
        os.close(slave)
        text = b""
        while True:
            ready, _, _ = select.select([master], [], [], 30)
            try:
                block = os.read(master, 4096) if ready else b""
            except OSError:
                block = b""
            if not block:
                break
            text += block
        process.wait(timeout=30)
        os.close(master)
        return text.decode()


if __name__ == "__main__":
    program = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
