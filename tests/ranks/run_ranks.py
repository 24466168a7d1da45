#!/usr/bin/env python3
"""Jobs of real ranks: mpirun over inquest -o DIR/, and what the merged report says.  run_ranks.py --build BUILD [NAME...]
Exit status 77 where there is no Open MPI."""
import argparse, json, os, pathlib, shutil, signal, subprocess, sys, tempfile, time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import programs

RANKS = 4


def build_program(build, folder):
    """The program of allreduce.c, or None: the compiler of Open MPI does not work."""
    program = folder / "allreduce"
    nccl = programs.build_nccl(str(build), str(folder))
    done = subprocess.run(["mpicc", "-std=gnu11", "-g", "-w", "-o", program, HERE / "allreduce.c", f"-I{HERE.parent}/include", f"-I{HERE.parent.parent}/api", f"-I{build}/gen",
                           "-Wl,--whole-archive", build / "lib/libtestcudart.a", "-Wl,--no-whole-archive", "-Wl,--no-as-needed", nccl, f"-Wl,-rpath,{folder}",
                           build / "lib/inquest/libcuda.so.1", "-lpthread", "-ldl", "-lm"], capture_output=True, text=True)
    return program if done.returncode == 0 else print(done.stderr)


class Job:
    """One run of the program under mpirun; .text is the merged report, .reports those of the ranks."""

    def __init__(self, build, folder, program, what, options=(), stop_when=None):
        self.folder = folder / what
        shutil.rmtree(self.folder, ignore_errors=True)
        environment = {name: value for name, value in os.environ.items() if not name.startswith(("INQUEST_", "OMPI_", "PMIX_"))}
        environment.update(OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
        command = ["mpirun", "--oversubscribe", "-n", str(RANKS), build / "bin/inquest", "--device", "soft", "-o", f"{self.folder}/", *options, program, what]
        run = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
        if stop_when:
            stop_when(self, run)
        try:
            self.output, self.status = run.communicate(timeout=120)[0], run.returncode
        except subprocess.TimeoutExpired:
            run.kill()
            self.output, self.status = "timeout", None
        self.read()

    def read(self):
        report = self.folder / "report.txt"
        self.text = report.read_text() if report.exists() else ""
        self.reports = [json.loads(path.read_text()) for path in sorted(self.folder.glob("rank-*.json"))]

    def expect(self, *texts):
        """What is missing in the merged report."""
        return [f"no '{text}'" for text in texts if text not in self.text]


def check_good(job):
    findings = [f["rule"] for report in job.reports for f in report["findings"] if f["severity"] != "note"]
    return job.expect(f"of {RANKS} processes") + ([f"findings: {findings}"] if findings else []) + ([f"status {job.status}"] if job.status else []) + \
        ([f"{len(job.reports)} reports"] if len(job.reports) != RANKS else [])


def check_count(job):
    return job.expect("[collective-mismatch] rank 3 calls ncclAllReduce with count 2048, most ranks with 4096", f"only rank 3 of {RANKS}", "the call of the others")


def check_dies(job):
    return job.expect("was killed by signal 9", f"only rank 3 of {RANKS}")


def check_hangs(job):
    return job.expect("[never-signalled] cudaStreamSynchronize has waited", f"only rank 3 of {RANKS}", "ranks 0-2 of 4")


def problems_of(job, check):
    """What check says; mpirun does not wait for the reports of ranks that it has killed, so they may be a moment later than its end."""
    deadline = time.monotonic() + 20
    while (problems := check(job)) and time.monotonic() < deadline:
        time.sleep(0.2)
        job.read()
    return problems


def stop_hanging(job, run):
    """Ends the job when the waiting rank has been told of, as a scheduler does at its time limit."""
    time.sleep(12)
    run.send_signal(signal.SIGTERM)


CASES = {"good": (check_good, (), None), "count": (check_count, (), None), "dies": (check_dies, (), None), "hangs": (check_hangs, ("--watchdog", "2"), stop_hanging)}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("names", nargs="*")
    args = parser.parse_args()
    if not shutil.which("mpirun") or not shutil.which("mpicc"):
        print(f"ranks: 0 passed, 0 failed, {len(CASES)} skipped (no Open MPI)")
        sys.exit(77)
    build, failed, count = args.build.resolve(), 0, 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        program = build_program(build, folder)
        if not program:
            sys.exit("allreduce.c does not build")
        for what, (check, options, stop) in CASES.items():
            if args.names and what not in args.names:
                continue
            job = Job(build, folder, program, what, options, stop)
            problems = problems_of(job, check)
            count += 1
            failed += bool(problems)
            print(f"FAIL {what}: {'; '.join(problems)}\n{job.text}\n{job.output[-2000:]}" if problems else f"ok   {what}")
    print(f"ranks: {count - failed} passed, {failed} failed, 0 skipped")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
