#!/usr/bin/env python3
"""Checks the messages of commits against CONTRIBUTING.md: "area: imperative summary" in at most 60 columns, an empty line, and a body
that says why.  Merges and reverts are as git writes them.
Usage: check_commits.py [RANGE]; without one, the commit that brought this check and all that were made on top of it.
Exit status 77 (skipped) where there is no history."""
import os, re, subprocess, sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SUBJECT_MAX = 60
SUBJECT = re.compile(r"[a-z][a-z0-9_/.+-]*(, [a-z][a-z0-9_/.+-]*)*: (\S+)( .*)?$")
# How a summary begins that is no order: past, third person, gerund, a plural.  Below: words that end so and are orders.
NOT_IMPERATIVE = re.compile(r"(?i)\w+(ed|ing|ies|[^s]s)$")
IMPERATIVE = {"alias", "bias", "bring", "embed", "exceed", "feed", "focus", "need", "proceed", "ring", "seed", "shed", "speed", "succeed"}


def git(*words):
    return subprocess.run(["git", "-C", ROOT, *words], capture_output=True, text=True, errors="replace")


def faults(message):
    """What is wrong with a commit's message."""
    subject, _, rest = message.strip("\n").partition("\n")
    if re.match(r"(Merge|Revert|fixup!|squash!) ", subject):
        return
    found = SUBJECT.match(subject)
    if not found:
        yield "the subject is no \"area: summary\""
    elif NOT_IMPERATIVE.match(found.group(2)) and found.group(2).lower() not in IMPERATIVE:
        yield f"'{found.group(2)}' is not in the imperative"
    if len(subject) > SUBJECT_MAX:
        yield f"the subject has {len(subject)} columns, limit {SUBJECT_MAX}"
    if subject.endswith("."):
        yield "the subject ends in a full stop"
    if rest and rest.split("\n")[0]:
        yield "no empty line behind the subject"
    if not rest.strip():
        yield "no body that says why"


def commits(arguments):
    """The commits to judge; None where there is no history."""
    if arguments:
        listed = git("rev-list", "--no-merges", "--reverse", arguments[0])
        return None if listed.returncode else listed.stdout.split()
    first = git("log", "--diff-filter=A", "--format=%H", "--", "tools/check_commits.py").stdout.split()
    if not first:
        return None
    return first[-1:] + git("rev-list", "--no-merges", "--reverse", "--ancestry-path", first[-1] + "..HEAD").stdout.split()


def main():
    listed = commits(sys.argv[1:])
    if listed is None:
        print("check_commits: skipped, no history")
        return 77
    wrong = 0
    for commit in listed:
        message = git("show", "-s", "--format=%B", commit).stdout
        for fault in faults(message):
            print(f"{commit[:8]} {message.splitlines()[0]}: {fault}")
            wrong += 1
    print(f"check_commits: {wrong} faults in {len(listed)} commits")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
