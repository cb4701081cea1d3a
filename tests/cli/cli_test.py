"""The command line as a user sees it: cli_test.py PROGRAM. What it prints, its exit codes, its files, its signals."""

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
    return subprocess.run([program, *map(str, words)], capture_output=True, text=True, timeout=120, **options)


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
        # Other settings are other matches; what is not a file of results stays as it is.
        words[words.index("--playouts") + 1] = 101
        self.assertEqual(playout(*words, "--table").returncode, 0)
        self.assertEqual(results.read_text().count("\n"), 8)
        for text in ("[]\n", '{"my":"precious"}', '{"key":"x","seats":[{}],"end":"terminal","seconds":1}\n'):
            bad = self.file("bad.jsonl", text)
            self.refused(31, "match", *games, "--players", "uct,random", "--results", bad)
            self.assertEqual(pathlib.Path(bad).read_text(), text)
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
        settings = {key: record["settings"][key] for key in ("preset", "c", "w", "t", "epsilon", "restarts")}
        self.assertEqual(settings, {"preset": "cem-per-game", "c": 5.96, "w": 0.49, "t": 7, "epsilon": 0.00007, "restarts": 1})
        self.assertGreaterEqual(record["value"], record["details"]["search"]["played_value"])
        self.assertEqual(playout("check", record_file).returncode, 0)
        self.assertIn("did you mean 'balanced'",
                      self.refused(30, "solve", "samegame", "-a", "sp-mcts", "--set", "preset=balancd"))

    def test_a_full_tree_does_not_end_the_run(self):
        for more in ([], ["--set", "full_tree=recycle"]):
            result = playout("solve", "samegame", "-a", "sp-mcts", "--memory", "1M", "--playouts", "60000", "--json", *more)
            record = json.loads(result.stdout)
            search = record["details"]["search"]
            self.assertEqual((record["stopped_by"], record["playouts"]), ("playouts", 60000))
            self.assertLessEqual(search["bytes_per_node"] * search["most_nodes"], 2 ** 20)

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

    def test_the_first_interrupt_ends_a_wait_for_input(self):
        process = subprocess.Popen([program, "solve", "knapsack", "-", "--record", str(self.folder / "record.json")],
                                   stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(timeout=10), -signal.SIGINT)
        process.stdin.close()
        self.assertEqual(list(self.folder.iterdir()), [])

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
