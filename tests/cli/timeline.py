#!/usr/bin/env python3
"""Says what a viewer of trace events sees: timeline.py FILE.  A line for each track with the names of its slices, which must nest, one for each
instant, counter and arrow; anything that a viewer could not place ends it."""
import collections
import json
import sys

events = json.load(open(sys.argv[1]))["traceEvents"]
names = {(e["pid"], e["tid"]): e["args"]["name"] for e in events if e["ph"] == "M" and e["name"] == "thread_name"}
slices = collections.defaultdict(list)
arrows = collections.defaultdict(list)
for e in events:
    if e["ph"] == "X":
        if e["dur"] < 0 or e["ts"] < 0:
            sys.exit(f"no time: {e}")
        slices[e["pid"], e["tid"]].append(e)
    elif e["ph"] in "sf":
        arrows[e["id"]].append(e)
    elif e["ph"] == "C":
        print("counter", e["name"], *(f"{k}={v}" for k, v in e["args"].items()))
    elif e["ph"] not in "Mi":
        sys.exit(f"unknown phase: {e}")
tracks = {}
for track, found in slices.items():
    number = f"stream {len([t for t in tracks.values() if 'stream' in t]) + 1}" if track in names else "thread"
    tracks[track] = number
    stack = []
    for e in sorted(found, key=lambda e: (e["ts"], -e["dur"])):
        while stack and stack[-1] <= e["ts"] + 1e-9:
            stack.pop()
        if stack and e["ts"] + e["dur"] > stack[-1] + 1e-6:
            sys.exit(f"{e['name']} overlaps on its track")
        stack.append(e["ts"] + e["dur"])
    print(f"{number}:", *(e["name"] for e in sorted(found, key=lambda e: e["ts"])))


def slice_at(e):
    return next((s for s in slices[e["pid"], e["tid"]] if s["ts"] <= e["ts"] <= s["ts"] + s["dur"]), None)


for e in events:
    if e["ph"] == "i":
        print("instant", e["name"], "in", slice_at(e)["name"] if slice_at(e) else "none")
for number, ends in arrows.items():
    if [e["ph"] for e in ends] != ["s", "f"] or not all(map(slice_at, ends)):
        sys.exit(f"arrow {number} has no ends")
    print("arrow", ends[0]["name"], "from", slice_at(ends[0])["name"], "to", slice_at(ends[1])["name"])
