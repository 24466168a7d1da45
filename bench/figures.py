"""Figures that a benchmark holds: a test of it fails when one is exceeded."""


def judge(found, most, form):
    """Prints which of the figures [found] are above [most], as [form] writes them, or are missing; returns the exit status."""
    bad = [f"{name}: not measured" for name in most if name not in found]
    bad += [f"{name}: {found[name]:{form}}, at most {limit} are allowed" for name, limit in most.items() if found.get(name, 0) > limit]
    print("\n".join(bad))
    return 1 if bad else 0
