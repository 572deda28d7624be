"""Cell heights of feeds on Apache Spark: `layout` computes them, `publish` writes them as files."""

from .layout import layout
from .publish import publish
from .worker import ConfigurationError, WorkerError

__all__ = ["ConfigurationError", "WorkerError", "layout", "publish"]
