# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes .npy and .npz with the standard library alone: numpy is no dependency."""
import struct
import zipfile


def npy(shape, descr, data):
    """A .npy of raw bytes."""
    header = repr({"descr": descr, "fortran_order": False, "shape": shape}).encode()
    header += b" " * (-(len(header) + 11) % 64) + b"\n"
    return b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header + data


FORMATS = {"f16": ("<f2", "e"), "f32": ("<f4", "f"), "i8": ("|i1", "b"), "i32": ("<i4", "i")}


def array(kind, shape, values):
    """A .npy of numbers."""
    descr, code = FORMATS[kind]
    return npy(shape, descr, struct.pack(f"<{len(values)}{code}", *values))


def npz(path, **arrays):
    with zipfile.ZipFile(path, "w") as archive:
        for name, value in arrays.items():
            archive.writestr(name + ".npy", value)
