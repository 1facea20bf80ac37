"""Traces that follow a play through all services, where they are switched on; elsewhere they cost a comparison.

On: `OTEL_EXPORTER_OTLP_ENDPOINT` (or `..._TRACES_ENDPOINT`) is set and the extra `traces` is installed; the SDK obeys its
other usual variables (`OTEL_TRACES_SAMPLER` ...). A context travels as W3C `traceparent` text, in commands and feed items,
which nobody outside gets. What a span carries are names, ids of games and versions: no body, token or card.
"""

import os
from collections.abc import Generator, Iterable, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

import structlog

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.trace import Span, SpanContext

log = structlog.get_logger(__name__)

SWITCHES = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT")

Attributes = Mapping[str, str | int]

_here: ContextVar[str | None] = ContextVar("traceparent", default=None)
_nothing: AbstractContextManager[None] = nullcontext()
_tracer: Any = None
_provider: "TracerProvider | None" = None


def set_up(service: str, environment: Mapping[str, str] | None = None) -> None:
    """Switches traces on if the environment says so. Call once in a process, after it was forked."""
    given = os.environ if environment is None else environment
    if given.get("OTEL_SDK_DISABLED", "").lower() == "true" or not any(given.get(name) for name in SWITCHES):
        return
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ImportError:
        log.error("traces-not-installed", extra="traces")
        return
    provider = TracerProvider(resource=Resource.create({"service.name": f"paternoster-{service}"}))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    use(provider)
    global _provider
    _provider = provider


def stop() -> None:
    """Sends what has not been sent, and switches traces off."""
    global _provider
    use(None)
    if _provider is not None:
        _provider.shutdown()
        _provider = None


def use(provider: "TracerProvider | None") -> None:
    """Has spans made by a provider; `None` switches them off."""
    global _tracer
    _tracer = None if provider is None else provider.get_tracer("paternoster")


def is_on() -> bool:
    return _tracer is not None


def here() -> str | None:
    """The context that this task works in, to be sent along."""
    return _here.get()


def trace_id(parent: str | None) -> str | None:
    """
    >>> trace_id("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
    '4bf92f3577b34da6a3ce929d0e0e4736'
    """
    return parent.split("-")[1] if parent else None


def span(
    name: str, *, within: str | None = None, since: str | None = None, **attributes: str | int
) -> AbstractContextManager[Any]:
    """A piece of work: below the context `within`, or where this task is; with `since` a trace of its own, which names
    that one as what set it off."""
    if _tracer is None:
        return _nothing
    return _spanned(name, within, since, attributes)


@contextmanager
def _spanned(name: str, within: str | None, since: str | None, attributes: Attributes) -> "Generator[Span]":
    begun = begin(name, within=None if since else within or here(), since=since, **attributes)
    token = _here.set(context_of(begun))
    try:
        yield begun
    except BaseException as error:
        _fail(begun, error)
        raise
    finally:
        _here.reset(token)
        begun.end()


def begin(name: str, *, within: str | None = None, since: str | None = None, **attributes: str | int) -> Any:
    """A span that its caller ends by `end()`; only where traces are on."""
    from opentelemetry.trace import Link, NonRecordingSpan, set_span_in_context

    parent = _parsed(within)
    context = None if parent is None else set_span_in_context(NonRecordingSpan(parent))
    cause = _parsed(since)
    links = [Link(cause)] if cause else []
    from opentelemetry.context import Context

    return _tracer.start_span(name, context=context or Context(), links=links, attributes=attributes)


def begun(name: str, games: Mapping[str, str | None]) -> list[Any]:
    """A span in each game's context, for work that is done for many at once; `end` them."""
    if _tracer is None:
        return []
    return [begin(name, within=within, game=game) for game, within in games.items() if within]


def end(spans: Iterable[Any]) -> None:
    for one in spans:
        one.end()


def context_of(begun: Any) -> str:
    """The `traceparent` of what is done below a span."""
    context: SpanContext = begun.get_span_context()
    return f"00-{context.trace_id:032x}-{context.span_id:016x}-{int(context.trace_flags):02x}"


def _parsed(parent: str | None) -> "SpanContext | None":
    """`None` for what is no context, whoever sent it."""
    from opentelemetry.trace import SpanContext, TraceFlags

    try:
        _, trace, span, flags = (parent or "").split("-")
        found = SpanContext(
            int(trace, 16), int(span, 16), is_remote=True, trace_flags=TraceFlags(int(flags, 16))
        )
    except ValueError:
        return None
    return found if found.is_valid else None


def _fail(begun: Any, error: BaseException) -> None:
    """The failure's type alone: its text may name a card."""
    from opentelemetry.trace import Status, StatusCode

    begun.set_status(Status(StatusCode.ERROR, type(error).__name__))
