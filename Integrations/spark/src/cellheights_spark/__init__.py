"""Cell heights of feeds on Apache Spark: `layout` computes them, `publish` writes them as files."""

from cellheights.worker import ConfigurationError, WorkerError

from .layout import layout
from .publish import publish

__all__ = ["ConfigurationError", "WorkerError", "layout", "publish"]
