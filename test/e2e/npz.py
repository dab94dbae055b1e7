# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes .npy and .npz with the standard library alone: numpy is no dependency."""
import zipfile


def npy(shape, descr, data):
    """A .npy of raw bytes."""
    header = repr({"descr": descr, "fortran_order": False, "shape": shape}).encode()
    header += b" " * (-(len(header) + 11) % 64) + b"\n"
    return b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header + data


def npz(path, **arrays):
    with zipfile.ZipFile(path, "w") as archive:
        for name, value in arrays.items():
            archive.writestr(name + ".npy", value)
