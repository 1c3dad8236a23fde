"""How Sphinx makes the site. `build.py` prepares its sources and calls it."""

from importlib.metadata import version as version_of

project = "Meadhall"
author = "The Meadhall developers"
copyright = "2026, The Meadhall developers"  # noqa: A001 - Sphinx calls it so
release = version = version_of("meadhall")
extensions = ["myst_parser"]
root_doc = "index"
include_patterns = [
    "index.md", "*.md", "docs/**.md", "reference/**.md", "benchmarks/*.md",
    "benchmarks/mutants/survivors.md", "deploy/README.md", "src/meadhall/games/*/*.md",
    "src/meadhall/cli/new_game/template/*.md", "web/README.md",
]  # fmt: skip
exclude_patterns = ["docs/README.md"]
myst_heading_anchors = 4
myst_enable_extensions = ["attrs_inline", "colon_fence", "html_image"]
html_theme = "furo"
html_title = f"Meadhall {release}"
html_favicon = "../../web/public/horn.svg"
html_static_path = ["static"]
html_css_files = ["pages.css"]
html_copy_source = False
html_show_sphinx = False
pygments_style = "tango"
pygments_dark_style = "monokai"
