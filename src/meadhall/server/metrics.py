"""Structured logs, and metrics for Prometheus."""

import logging
import sys
from dataclasses import dataclass, field

import structlog
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.metrics import MetricWrapperBase

log = structlog.get_logger()
SECRETS = ("token", "tokens", "password", "old", "new", "secret", "cookie", "authorization", "link")
LATENCY_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)
LEVELS = logging.getLevelNamesMapping()


def set_up_logs(level: str, *, as_json: bool) -> None:
    """Log one event per line to the error stream, without secrets."""
    renderer = structlog.processors.JSONRenderer() if as_json else _console()
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            without_secrets,
            *([structlog.processors.format_exc_info] if as_json else []),
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(LEVELS[level.upper()]),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=False,
    )
    # For libraries, which log through the standard module.
    logging.basicConfig(level=logging.WARNING)


def _console() -> structlog.dev.ConsoleRenderer:
    """The renderer for people. Its tracebacks have no local variables, which may be secrets."""
    return structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)


def without_secrets(
    _logger: object, _method: str, event: structlog.typing.EventDict
) -> structlog.typing.EventDict:
    """The event with the values of secret keys replaced."""
    return {key: "…" if key.lower() in SECRETS else value for key, value in event.items()}


@dataclass(frozen=True, slots=True)
class Metrics:
    """The metrics of one server, with a registry of their own."""

    registry: CollectorRegistry = field(default_factory=CollectorRegistry)
    matches: Gauge = field(init=False)
    sockets: Gauge = field(init=False)
    moves: Counter = field(init=False)
    refused: Counter = field(init=False)
    latency: Histogram = field(init=False)
    commit: Histogram = field(init=False)
    queue: Gauge = field(init=False)
    thinking: Gauge = field(init=False)
    bot_failures: Counter = field(init=False)
    conflicts: Counter = field(init=False)
    lag: Histogram = field(init=False)
    hibernated: Counter = field(init=False)
    claimed: Counter = field(init=False)
    processes: Gauge = field(init=False)

    def __post_init__(self) -> None:
        metrics: dict[str, MetricWrapperBase] = {
            "matches": Gauge("meadhall_matches", "Matches in memory", registry=self.registry),
            "sockets": Gauge("meadhall_sockets", "Open sockets", registry=self.registry),
            "moves": Counter("meadhall_moves", "Actions stored", registry=self.registry),
            "refused": Counter("meadhall_refused", "Messages refused", registry=self.registry),
            "latency": Histogram(
                "meadhall_move_seconds",
                "From reading an action to its acknowledgement",
                registry=self.registry,
                buckets=LATENCY_BUCKETS,
            ),
            "commit": Histogram(
                "meadhall_commit_seconds",
                "One group commit",
                registry=self.registry,
                buckets=LATENCY_BUCKETS,
            ),
            "queue": Gauge(
                "meadhall_queue", "Commands waiting for the next tick", registry=self.registry
            ),
            "thinking": Gauge(
                "meadhall_thinking", "Bots that are thinking", registry=self.registry
            ),
            "bot_failures": Counter(
                "meadhall_bot_failures",
                "Bots that crashed or were too slow",
                registry=self.registry,
            ),
        }
        for name, metric in (metrics | self._of_cluster()).items():
            object.__setattr__(self, name, metric)

    def _of_cluster(self) -> dict[str, MetricWrapperBase]:
        """What tells of other processes on the same database."""
        return {
            "conflicts": Counter(
                "meadhall_conflicts",
                "Commands decided again because another process was quicker",
                registry=self.registry,
            ),
            "lag": Histogram(
                "meadhall_news_seconds",
                "From a fact at another process to its people here",
                registry=self.registry,
                buckets=LATENCY_BUCKETS,
            ),
            "hibernated": Counter(
                "meadhall_hibernated", "Matches unloaded from memory", registry=self.registry
            ),
            "claimed": Counter(
                "meadhall_claimed",
                "Matches taken on because a clock was due or a process had died",
                registry=self.registry,
            ),
            "processes": Gauge(
                "meadhall_processes", "Processes that serve the database", registry=self.registry
            ),
        }

    def text(self) -> bytes:
        """The metrics in the format of Prometheus."""
        return generate_latest(self.registry)
