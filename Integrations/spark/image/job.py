"""The file that spark-submit runs in the container: `python -m cellheights_spark`."""

import runpy

runpy.run_module("cellheights_spark", run_name="__main__", alter_sys=True)
