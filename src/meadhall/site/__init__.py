"""The hall without a server: the same rules, bots and protocol inside a browser tab.

Pyodide runs the server's own parts in a Web Worker. What needs a machine of its own has a stand-in:

    stand_ins     which modules are replaced in the worker, and by which
    small_web     the part of Litestar that the routes use
    quiet         logs, metrics, records and passwords as far as a tab has them
    kept          matches, settings and ended rights, kept by the browser (IndexedDB)
    line          a connection of the page to a table, as the server's sockets know it
    hall          the hall in the worker: answers requests, opens lines
    thinker       the second worker, in which bots think
    build         writes the static folder (`./dev site`)

Only `build` runs outside the browser, and nothing but `stand_ins` knows that it is not a server.
"""
