"""The hall over HTTP.

- `routes` has one small handler per request, `guards` what every request passes first, `errors` how
  refusals and crashes are answered, `services` what the handlers work with.
- `lobby`, `accounts` (with `passwords`), `replays` and `catalogue` do the work.
- `static_files` serves the page, `skins` the games' own look, `openapi_page` the documentation.
  `revalidation` sends no browser what it has already.

May import every other room but `app` and `assembly`.
"""
