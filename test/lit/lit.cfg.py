# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import os

import lit.formats

config.name = "spyre"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = config.spyre_lit_dir

path = [config.spyre_tools_dir, config.llvm_tools_dir, os.environ.get("PATH", "")]
config.environment["PATH"] = os.pathsep.join(path)
config.environment["FILECHECK_OPTS"] = "--dump-input-filter=error"

# Tests over external data say `REQUIRES: data` and read it as %data.
if config.spyre_data_dir:
    config.available_features.add("data")
config.substitutions.append(("%data", config.spyre_data_dir))
