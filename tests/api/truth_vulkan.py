#!/usr/bin/env python3
"""Compares the Vulkan part of api/ with vulkan_core.h where that is installed; exit status 77 where it is not.

  truth_vulkan.py --source DIR [--cc CC] [--include DIR]

1. sizes, offsets and constants: two programs, one with our ABI header and one with the vendor's, print the same facts
2. prototypes: vulkan.h and our prototypes in one translation unit; a contradiction is a compile error
"""
import argparse
import glob
import os
import re
import sys
import tempfile

from truth import Checker, abi_facts, read


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--source', required=True)
    parser.add_argument('--cc', default='cc')
    parser.add_argument('--include', default='/usr/include')
    options = parser.parse_args()
    header = os.path.join(options.include, 'vulkan', 'vulkan_core.h')
    version = re.search(r'#define VK_HEADER_VERSION (\d+)', read(header)) if os.path.exists(header) else None
    if not version or int(version.group(1)) < 239:
        print('truth_vulkan: no vulkan_core.h of 1.3.239 or newer here')
        return 77
    sys.path.insert(0, os.path.join(options.source, 'tools'))
    sys.dont_write_bytecode = True
    import apigen
    api = os.path.join(options.source, 'api')
    types = apigen.Types(api)
    rows = [r for p in sorted(glob.glob(os.path.join(api, 'vulkan', '*.api.h'))) for r in apigen.parse_family('vulkan', p, types)]
    theirs = ['-I' + options.include]
    with tempfile.TemporaryDirectory() as folder:
        check = Checker(options.cc, folder)
        facts = abi_facts(read(os.path.join(api, 'abi', 'vulkan_abi.h')), lambda n: n.startswith(('Vk', 'VK_')))
        check.same_facts('vulkan', facts, ('#include "abi/vulkan_abi.h"', ['-I' + api], lambda e: e), ('#include <vulkan/vulkan.h>', theirs, lambda e: e))
        # window systems whose headers may be missing: their types are opaque in both
        opaque = ('typedef struct _XDisplay Display;\ntypedef unsigned long Window, VisualID, RROutput;\ntypedef struct xcb_connection_t xcb_connection_t;\n'
                  'typedef uint32_t xcb_window_t, xcb_visualid_t;\nstruct wl_display; struct wl_surface;\n')
        systems = ''.join('#include <vulkan/vulkan_%s.h>\n' % s for s in ('xlib', 'xlib_xrandr', 'xcb', 'wayland'))
        check.compile('vulkan_protos', '#include <vulkan/vulkan_core.h>\n' + opaque + systems + '\n'.join('%s;' % r.prototype() for r in rows) + '\n',
                      theirs, link=False)
        check.count += len(rows)
        if len(rows) < 400:
            check.fail('only %d rows' % len(rows))
    print('truth_vulkan: %d facts compared, %d wrong' % (check.count, check.failures))
    return 1 if check.failures else 0


if __name__ == '__main__':
    sys.exit(main())
