#!/usr/bin/env python3
"""Builds bench/call_cost.c against the libraries of a build folder and runs it.  Usage: call_cost.py BUILD [threads]"""
import glob, os, shutil, subprocess, sys, tempfile

build, root = os.path.abspath(sys.argv[1]), os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
cc = os.environ.get("CC") or shutil.which("cc")
names = ["rules", "core", "trace", "image", "base", "entries"]
libraries = [os.path.join(build, "obj", f"libiq_{name}.a") for name in names]
if not cc or not all(map(os.path.exists, libraries)):
    print("no compiler or no libraries in", build + ": skipped")
    sys.exit(0)
with tempfile.TemporaryDirectory() as folder:
    program = os.path.join(folder, "call_cost")
    subprocess.run([cc, "-std=c11", "-O2", "-g", "-D_GNU_SOURCE", *(f"-I{root}/{d}" for d in ("src", "api")), f"-I{build}/gen", "-o", program,
                    os.path.join(root, "bench/call_cost.c"), "-Wl,--start-group", *libraries, "-Wl,--end-group", "-lzstd", "-llz4", "-lpthread"],
                   check=True)
    subprocess.run([program, *sys.argv[2:]], check=True)
