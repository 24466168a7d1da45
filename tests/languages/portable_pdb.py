#!/usr/bin/env python3
"""Gives an assembly of Mono's compiler what the compilers of .NET write: a portable PDB, and the entry in the assembly that names it.
usage: portable_pdb.py ASSEMBLY     (the lines are those of ASSEMBLY.mdb, which `mcs -debug` writes)

Formats: ECMA-335 II.24, "Portable PDB v1.0"; the mdb as Mono.CompilerServices.SymbolWriter describes it."""
import os
import struct
import sys

ID, STAMP = bytes(range(0x40, 0x50)), 0x5eed5eed
HIDDEN = None


class Mdb:
    """documents: names; methods: {token: [(il offset, document from 1, line or HIDDEN)]}."""

    def __init__(self, data):
        self.data = data
        table = struct.unpack_from('<20i', data, 32)
        assert struct.unpack_from('<q', data)[0] == 0x45e82623fd7fa614 and table[0] == len(data), 'no mdb'
        self.base, self.range, self.first = table[16:19]
        self.documents = []
        for i in range(table[6]):
            at = struct.unpack_from('<2i', data, table[7] + 8 * i)[1]
            length, at = self.number(at)
            self.documents.append(data[at:at + length].decode())
        self.methods = {}
        for i in range(table[9]):
            token, _, lines = struct.unpack_from('<3i', data, table[10] + 12 * i)
            self.methods[token] = list(self.lines(lines))

    def number(self, at):
        value = shift = 0
        while True:
            byte = self.data[at]
            value |= (byte & 127) << shift
            at, shift = at + 1, shift + 7
            if byte < 128:
                return (value ^ 1 << 31) - (1 << 31) if value >> 31 else value, at

    def lines(self, at):
        line, offset, document, hidden = 1, 0, 1, False
        while True:
            opcode, at = self.data[at], at + 1
            if opcode == 0:
                if self.data[at + 1] == 1:
                    return
                hidden ^= self.data[at + 1] == 0x40
                at += 1 + self.data[at]
                continue
            if opcode >= self.first:
                offset += (opcode - self.first) // self.range
                line += self.base + (opcode - self.first) % self.range
            elif opcode == 2:
                value, at = self.number(at)
                offset += value
                continue
            elif opcode == 3:
                value, at = self.number(at)
                line += value
                continue
            elif opcode == 4:
                document, at = self.number(at)
                continue
            elif opcode == 8:
                offset += (255 - self.first) // self.range
                continue
            yield offset, document, HIDDEN if hidden else line


def natural(value):
    if value < 0x80:
        return bytes([value])
    return struct.pack('>H', value | 0x8000) if value < 0x4000 else struct.pack('>I', value | 0xc0000000)


def integer(value):
    for bits, mark in ((7, 0), (14, 0x8000), (29, 0xc0000000)):
        if -(1 << bits - 1) <= value < 1 << bits - 1:
            turned = (value << 1 | (value < 0)) & (1 << bits) - 1
            return (turned | mark).to_bytes({7: 1, 14: 2, 29: 4}[bits], 'big')
    raise ValueError(value)


def points_of(points):
    """The blob of a method's lines."""
    first = points[0][1]
    blob, before, last, document = natural(0), 0, None, first
    for i, (offset, own, line) in enumerate(points):
        if own != document:
            blob += natural(0) + natural(own)
            document = own
        blob += natural(offset - before)
        before = offset
        if line is HIDDEN:
            blob += natural(0) + natural(0)
            continue
        blob += natural(0) + natural(1)                         # one column wide
        blob += natural(line) + natural(1) if last is None else integer(line - last) + integer(0)
        last = line
    return first, blob


class Blobs:
    def __init__(self):
        self.data = bytearray(1)

    def add(self, blob):
        at = len(self.data)
        self.data += natural(len(blob)) + blob
        return at


def pdb_of(mdb, count):
    """The file's bytes, for an assembly of [count] methods."""
    blobs = Blobs()
    documents = b''
    for name in mdb.documents:
        parts = b''.join(natural(blobs.add(part.encode())) for part in name.split('/'))
        documents += struct.pack('<4H', blobs.add(b'/' + parts), 0, 0, 0)
    methods = b''
    for number in range(1, count + 1):
        points = distinct(mdb.methods.get(0x06000000 | number) or [])
        first, blob = points_of(points) if points else (0, None)
        methods += struct.pack('<2H', first, blobs.add(blob) if blob else 0)
    tables = struct.pack('<IBBBBQQ2I', 0, 2, 0, 0, 1, 3 << 0x30, 0, len(mdb.documents), count) + documents + methods
    pdb = ID + struct.pack('<IIQI', STAMP, 0, 1 << 6, count)
    streams = [(b'#Pdb\0\0\0\0', pdb), (b'#~\0\0', tables), (b'#Strings\0\0\0\0', bytes(4)), (b'#Blob\0\0\0', bytes(blobs.data)), (b'#GUID\0\0\0', b'')]
    head = struct.pack('<IHHI', 0x424a5342, 1, 1, 0) + struct.pack('<I', 12) + b'PDB v1.0\0\0\0\0' + struct.pack('<HH', 0, len(streams))
    at = len(head) + sum(8 + len(name) for name, _ in streams)
    body = b''
    for name, data in streams:
        head += struct.pack('<2I', at + len(body), len(data)) + name
        body += data + bytes(-len(data) % 4)
    return head + body


def distinct(points):
    """One point an offset: the format cannot say two."""
    return [p for i, p in enumerate(points) if i + 1 == len(points) or points[i + 1][0] != p[0]]


def name_pdb(assembly, path):
    """Puts the entry into what the first section has left in the file."""
    header = struct.unpack_from('<I', assembly, 0x3c)[0]
    optional = header + 24
    sections = optional + struct.unpack_from('<H', assembly, header + 20)[0]
    directory = optional + (96 if struct.unpack_from('<H', assembly, optional)[0] == 0x10b else 112) + 6 * 8
    used, start, size, at = struct.unpack_from('<4I', assembly, sections + 8)
    view = b'RSDS' + ID + struct.pack('<I', 1) + path.encode() + b'\0'
    used = used + 3 & ~3
    assert used + 28 + len(view) <= size, 'no room'
    entry = struct.pack('<2I2H4I', 0, STAMP, 0x100, 0x504d, 2, len(view), start + used + 28, at + used + 28)
    assembly[at + used:at + used + 28 + len(view)] = entry + view
    struct.pack_into('<2I', assembly, directory, start + used, 28)
    struct.pack_into('<I', assembly, sections + 8, used + 28 + len(view))


def main():
    path = sys.argv[1]
    with open(path + '.mdb', 'rb') as file:
        mdb = Mdb(file.read())
    with open(path, 'rb') as file:
        assembly = bytearray(file.read())
    pdb = os.path.splitext(path)[0] + '.pdb'
    name_pdb(assembly, os.path.basename(pdb))
    with open(pdb, 'wb') as file:
        file.write(pdb_of(mdb, max(token & 0xffffff for token in mdb.methods)))
    with open(path, 'wb') as file:
        file.write(assembly)


main()
