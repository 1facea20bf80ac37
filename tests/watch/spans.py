"""Traces that are kept in memory, and how their spans hang together."""

from collections.abc import Generator
from contextlib import contextmanager

from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from shared.watch import traces


class Spans:
    def __init__(self, kept: InMemorySpanExporter) -> None:
        self._kept = kept

    def all(self) -> tuple[ReadableSpan, ...]:
        """Those that have ended."""
        return self._kept.get_finished_spans()

    def named(self, name: str) -> list[ReadableSpan]:
        return [span for span in self.all() if span.name == name]

    def forget(self) -> None:
        self._kept.clear()

    def tree(self, trace_id: int | None = None) -> dict[str, str | None]:
        """Each span's name and its parent's, of one trace or all."""
        found = [span for span in self.all() if trace_id in (None, span.context.trace_id)]
        names = {span.context.span_id: span.name for span in found}
        return {span.name: names.get(span.parent.span_id) if span.parent else None for span in found}


@contextmanager
def traced() -> Generator[Spans]:
    """Traces are on, in this process."""
    kept, provider = InMemorySpanExporter(), TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(kept))
    traces.use(provider)
    try:
        yield Spans(kept)
    finally:
        traces.use(None)
