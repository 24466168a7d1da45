#!/usr/bin/env python3
"""Opens HTML reports in a real browser, headless Chromium, and reads what it shows: page.py --build BUILD --cc CC

Skipped where there is no browser.  With --screenshots FOLDER also writes what docs/guide/timeline.md shows."""
import argparse
import html
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
CASES = []


def case(function):
    CASES.append(function)
    return function


def check(holds, why):
    if not holds:
        raise AssertionError(why)


class Bench:
    def __init__(self, build, cc, browser, folder):
        self.build, self.cc, self.browser, self.folder = build, cc, browser, folder

    def chromium(self, *options, path, hash=""):
        words = [self.browser, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", f"--user-data-dir={self.folder}/profile", "--virtual-time-budget=10000",
                 "--window-size=1280,1600", *options, path.resolve().as_uri() + ("#" + hash if hash else "")]
        done = subprocess.run(words, capture_output=True, text=True, timeout=120)
        check(not done.returncode, done.stderr)
        return done.stdout

    def shown(self, path, hash=""):
        """The page as the browser has it after its script ran."""
        return self.chromium("--dump-dom", path=path, hash=hash)

    def report(self, findings, name, **process):
        document = {"inquest": {"version": "1", "schema": 1}, "process": {"pid": 1, "argv": ["a.out"], "exit": {"code": 0, "signal": None}, **process}, "findings": findings,
                    "summary": {"error": len(findings), "warning": 0, "note": 0}}
        path = self.folder / f"{name}.json"
        path.write_text(json.dumps(document))
        return path

    def render(self, *reports):
        page = self.folder / "page.html"
        done = subprocess.run([self.build / "bin/inquest", "report", "--max", "10000", "--format", "html", "-o", page, *reports], capture_output=True, text=True)
        check(not done.returncode, done.stderr)
        return page

    def recorded(self):
        program, page = self.folder / "page", self.folder / "recorded.html"
        runtime = [f"-Wl,--whole-archive,{self.build}/lib/libtestcudart.a,--no-whole-archive", f"-L{self.build}/lib/inquest/soft", "-l:libcuda.so.1"]
        done = subprocess.run([self.cc, "-g", "-O0", "-pthread", "-I", ROOT / "include", "-I", ROOT / "tests/include", "-I", ROOT / "api", "-I", self.build / "gen", HERE / "page.c", "-o", program, *runtime],
                              capture_output=True, text=True)
        check(not done.returncode, done.stderr)
        subprocess.run([self.build / "bin/inquest", "--device", "soft", "--quiet", "--record", "--format", "html", "-o", page, "--", program], check=True, timeout=120)
        return page


def finding(rule, file, line, severity="error", message="wrong"):
    frame = {"function": "main", "file": file, "line": line, "module": "a.out", "offset": "0x1"}
    return {"rule": rule, "severity": severity, "api": "cudaMemcpy", "entry": "cuMemcpy", "result": None, "contained": False, "argument": None, "message": message, "cause": "cause",
            "fix": "fix", "object": None, "sites": {"call": [frame], "created": None, "destroyed": None, "kernel": None, "related": []}, "count": 1}


def visible(page):
    """Rules of the findings that are not hidden."""
    tags = re.findall(r'<details class="finding[^>]*>', page)
    return [re.search(r'data-rule="([^"]*)"', tag)[1] for tag in tags if not re.search(r"\shidden", tag)]


@case
def filters(bench):
    page = bench.render(bench.report([finding("double-free", "a.c", 1), finding("use-after-free", "a.c", 2, message="the <second> one"), finding("leak", "b.c", 3, "note")], "few"))
    check(visible(bench.shown(page)) == ["double-free", "use-after-free", "leak"], "all at first")
    check(visible(bench.shown(page, "rule=leak")) == ["leak"], "by rule")
    check(visible(bench.shown(page, "file=a.c")) == ["double-free", "use-after-free"], "by file")
    check(visible(bench.shown(page, "without=error")) == ["leak"], "by severity")
    check(visible(bench.shown(page, "text=%3CSECOND%3E")) == ["use-after-free"], "by words")
    shown = bench.shown(page, "rule=double-free")
    check(">1 of 3</output>" in shown and "double-free (1)" in shown, "the count, and the list of rules")


@case
def processes(bench):
    same, other = finding("double-free", "a.c", 1), finding("leak", "b.c", 3)
    page = bench.render(bench.report([same], "rank0", pid=10, rank="0"), bench.report([same, other], "rank1", pid=11, rank="1"))
    check(visible(bench.shown(page)) == ["double-free", "leak"], "of all")
    check(visible(bench.shown(page, "process=0")) == ["double-free"], "of rank 0")
    check(visible(bench.shown(page, "process=1")) == ["double-free", "leak"], "of rank 1")


@case
def timeline(bench):
    page = bench.recorded()
    shown = bench.shown(page, "rule=use-after-free")
    check(visible(shown) == ["use-after-free"], "the finding")
    drawing = re.search(r'data-rule="use-after-free".*?<figure.*?</figure>', shown, re.S)[0]
    text = html.unescape(re.sub(r"<[^>]*>", " ", drawing))
    own = re.search(r'<g class="bar copy[^"]* own[^"]*".*?</g>', drawing, re.S)
    check(own and "cudaMemset" in own[0], "the finding's own call")
    check(re.findall(r'class="word"[^>]*>([^<]*)', drawing) == ["created", "destroyed"], "arrows from where memory was made and freed")
    check(re.search(r"\d+ calls", text), "calls that are left out")
    check("memory" in text and "12 KiB" in text, "memory in use")
    check(len(re.findall(r'class="bar [^"]*device', drawing)) == 2 and len(re.findall(r">0x[0-9a-f]+</div>", drawing)) == 2, "what two streams did")
    check(re.search(r'class="section".*?>copies</text>', drawing, re.S) and "in copies" in text, "what the program says that it does")
    check("this call" in text and "page.c:" in text, "facts about the call")
    race = re.search(r'data-rule="stream-race".*?<figure.*?</figure>', bench.shown(page, "rule=stream-race"), re.S)[0]
    check("the earlier write was enqueued here" in race, "a related call by the finding's words")


def drawn(page):
    """What the script draws of, and where."""
    text = page.read_text()
    return re.findall(r"<figure.*?</figure>", text, re.S), re.findall(r'<script type="application/json".*?</script>', text, re.S)


@case
def saved(bench):
    """A page of a saved report has the timelines that the run's own page has; so has the merged page of a folder."""
    live, files, folder = bench.folder / "live.html", [bench.folder / name for name in ("live.json", "live.jsonl")], bench.folder / "folder"
    bench.recorded()
    run = [bench.build / "bin/inquest", "--device", "soft", "--quiet"]
    subprocess.run([*run, "--record", "--format", "html", "-o", live, "--format", "json", "-o", files[0], "--format", "jsonl", "-o", files[1], "--", bench.folder / "page"], check=True)
    wanted = drawn(live)
    check(len(wanted[0]) == 2 and len(wanted[1]) == 1, "timelines of the run itself")
    for file in files:
        check(drawn(bench.render(file)) == wanted, f"timelines of {file.name}")
    done = subprocess.run([sys.executable, HERE.parent / "cli/schema.py", files[0]], capture_output=True, text=True)
    check(not done.returncode, done.stdout)
    subprocess.run([*run, "--format", "html", "-o", f"{folder}/", "--", bench.folder / "page"], check=True)
    check(len(drawn(folder / "report.html")[0]) == 2, "timelines of a merged page")


@case
def wrong(bench):
    """Reports whose timelines lead nowhere are refused, not drawn."""
    call = {"number": 0, "kind": "copy", "thread": 1, "start_ns": 5, "spent_ns": 1, "bytes_in_use": 0}
    figure = {"call": 0, "first": 0, "last": 0, "related": []}
    for what, calls, shown in (("a call that is not there", [call], {**figure, "call": 1}), ("a part that is not there", [call], {**figure, "related": [{"call": 7, "what": "created"}]}),
                               ("a first one after its own", [call, call], {**figure, "first": 1}), ("no calls", [], figure), ("a stream without a name", [{**call, "stream": 0}], figure),
                               ("a time before the first", [call, {**call, "start_ns": 4}], figure), ("a negative time", [{**call, "spent_ns": -1}], figure), ("no kind", [{"number": 1}], figure)):
        path = bench.report([{**finding("double-free", "a.c", 1), "timeline": shown}], "wrong")
        document = json.loads(path.read_text())
        path.write_text(json.dumps({**document, "timeline": {"streams": [], "calls": calls}}))
        done = subprocess.run([bench.build / "bin/inquest", "report", "--format", "html", "-o", bench.folder / "none.html", path], capture_output=True, text=True)
        check(done.returncode == 125 and "timeline" in done.stderr, f"{what}: {done.returncode} {done.stderr}")


@case
def alone(bench):
    """Nothing from elsewhere is asked for, and nothing but our script would run."""
    text = bench.recorded().read_text()
    check(not re.search(r"(src|href)=|url\(|@import", text) and "default-src 'none'" in text, "no other files")
    page = bench.render(bench.report([finding("double-free", "a.c", 1, message="</script><script>document.title='taken'</script>")], "hostile"))
    check("<title>taken" not in bench.shown(page), "a report's words are no script")


@case
def thousands(bench):
    page = bench.render(bench.report([finding("double-free" if i % 2 else "leak", f"{i % 50}.c", i) for i in range(10000)], "many"))
    check(len(visible(bench.shown(page, "rule=leak"))) == 5000, "10,000 findings")


def screenshots(bench, folder):
    page = bench.recorded()
    phone = bench.folder / "phone.html"  # no window is as narrow
    phone.write_text('<body style="margin:0;overflow:hidden"><iframe src="recorded.html#rule=use-after-free" style="border:0;width:390px;height:1700px;zoom:1.2821;margin-top:-680px"></iframe>')
    dark = ["--blink-settings=preferredColorScheme=0", "--force-dark-mode"]
    bench.chromium("--window-size=1280,1060", f"--screenshot={folder}/page.png", path=page, hash="rule=use-after-free")
    bench.chromium("--window-size=500,1170", "--force-device-scale-factor=0.78", f"--screenshot={folder}/page-phone.png", *dark, path=phone)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", required=True, type=pathlib.Path)
    parser.add_argument("--cc", default="cc")
    parser.add_argument("--screenshots", type=pathlib.Path)
    parser.add_argument("-k", default="")
    args = parser.parse_args()
    browser = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if not browser:
        print("SKIP: no Chromium (apt-get install chromium)")
        return 77
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(args.build.resolve(), args.cc, browser, pathlib.Path(folder))
        if args.screenshots:
            return screenshots(bench, args.screenshots)
        for function in CASES:
            if args.k in function.__name__:
                try:
                    function(bench)
                    print("ok  ", function.__name__)
                except (AssertionError, subprocess.SubprocessError) as error:
                    failed += 1
                    print("FAIL", function.__name__, error)
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
