"""The HTTP interface as a page without scripts, made from its OpenAPI description."""

from html import escape
from typing import cast

from litestar import Request
from litestar._openapi.schema_generation import SchemaCreator
from litestar.datastructures import State
from litestar.openapi.plugins import OpenAPIRenderPlugin
from litestar.openapi.spec import OpenAPIType, Schema
from litestar.plugins import OpenAPISchemaPlugin
from litestar.typing import FieldDefinition
from typing_extensions import override

STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem;"
    "color-scheme:light dark}code{font-size:.95em}dt{margin-top:.8rem}"
)


class ApiPage(OpenAPIRenderPlugin):
    """Lists every operation with its description and the type of its body."""

    def __init__(self, root: str) -> None:
        super().__init__(path="/")
        self._root = root
        """The path that the hall is under."""

    @override
    def render(
        self, request: Request[object, object, State], openapi_schema: dict[str, object]
    ) -> bytes:
        """The page."""
        paths = cast("dict[str, dict[str, dict[str, object]]]", openapi_schema["paths"])
        rows = "".join(
            _operation(method, path, operation)
            for path, methods in sorted(paths.items())
            for method, operation in methods.items()
        )
        link = self._root + self.get_openapi_json_route(request)
        return (
            f"<!doctype html><html lang=en><meta charset=utf-8><title>Meadhall API</title>"
            f"<style>{STYLE}</style><h1>Meadhall over HTTP</h1>"
            f"<p>For programs: <a href='{link}'>OpenAPI description</a>. Matches"
            f" are played over WebSocket: see <code>docs/protocol.md</code>.</p><dl>{rows}</dl>"
        ).encode()


class BoundedTuples(OpenAPISchemaPlugin):
    """Describes a bounded `tuple[X, ...]` as an array of X; Litestar takes the dots for a type."""

    @override
    def is_plugin_supported_field(self, field_definition: FieldDefinition) -> bool:
        """Whether it is such a tuple."""
        inner = field_definition.inner_types
        dots = bool(inner) and inner[-1].annotation is Ellipsis
        return dots and field_definition.kwarg_definition is not None

    @override
    def to_openapi_schema(
        self, field_definition: FieldDefinition, schema_creator: SchemaCreator
    ) -> Schema:
        """The array with its bounds."""
        bounds = field_definition.kwarg_definition
        return Schema(
            type=OpenAPIType.ARRAY,
            items=schema_creator.for_field_definition(field_definition.inner_types[0]),
            min_items=getattr(bounds, "min_items", None),
            max_items=getattr(bounds, "max_items", None),
        )


def _operation(method: str, path: str, operation: dict[str, object]) -> str:
    text = escape(str(operation.get("description", "")))
    return f"<dt><code>{method.upper()} {escape(path)}</code></dt><dd>{text}{_body(operation)}</dd>"


def _body(operation: dict[str, object]) -> str:
    content = cast("dict[str, dict[str, object]]", operation.get("requestBody", {})).get(
        "content", {}
    )
    names = [
        str(cast("dict[str, dict[str, str]]", kind)["schema"].get("$ref", "")).rpartition("/")[2]
        for kind in content.values()
    ]
    return f" Takes <code>{escape(names[0])}</code>." if names and names[0] else ""
