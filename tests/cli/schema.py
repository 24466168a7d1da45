#!/usr/bin/env python3
"""Is a report what docs/report.schema.json says?  schema.py [FILE...] (stdin).  Understands what that schema uses, and refuses what it does not."""
import json
import pathlib
import re
import sys

TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}
KNOWN = {"type", "required", "properties", "additionalProperties", "items", "enum", "const", "pattern", "minimum", "$ref", "anyOf", "$schema", "$defs", "title",
         "description"}
schema = json.loads((pathlib.Path(__file__).resolve().parents[2] / "docs" / "report.schema.json").read_text())


def has_type(value, name):
    if name == "integer":
        return isinstance(value, int) and not isinstance(value, bool)
    return isinstance(value, TYPES[name])


def check(value, rule, place):
    if unknown := set(rule) - KNOWN:
        yield f"{place}: the schema uses {unknown}"
    if "$ref" in rule:
        yield from check(value, schema["$defs"][rule["$ref"].removeprefix("#/$defs/")], place)
    if "anyOf" in rule:
        answers = [list(check(value, one, place)) for one in rule["anyOf"]]
        yield from [] if [] in answers else min(answers, key=lambda problems: any(one.startswith(place + ": ") for one in problems))
    types = rule.get("type", [])
    types = [types] if isinstance(types, str) else types
    if types and not any(has_type(value, name) for name in types):
        yield f"{place}: {value!r} is not of type {types}"
        return
    if "enum" in rule and value not in rule["enum"] or "const" in rule and value != rule["const"]:
        yield f"{place}: {value!r} is none of the values"
    if isinstance(value, str) and not re.search(rule.get("pattern", ""), value):
        yield f"{place}: {value!r} does not match"
    if has_type(value, "integer") and value < rule.get("minimum", value):
        yield f"{place}: {value} is too small"
    if isinstance(value, dict):
        yield from (f"{place}: no {name}" for name in rule.get("required", []) if name not in value)
        for name, one in value.items():
            inner = rule.get("properties", {}).get(name, rule.get("additionalProperties"))
            if inner is not None:
                yield from check(one, inner, f"{place}.{name}")
    if isinstance(value, list) and "items" in rule:
        for i, one in enumerate(value):
            yield from check(one, rule["items"], f"{place}[{i}]")


bad = [problem for name in sys.argv[1:] or ["/dev/stdin"] for problem in check(json.loads(pathlib.Path(name).read_text()), schema, name)]
print("\n".join(bad) or "as the schema says")
sys.exit(1 if bad else 0)
