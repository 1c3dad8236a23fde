#!/bin/sh
# Installs a wheel of Meadhall with what a server needs: install.sh WHEEL FOLDER
# The image runs this, and so does ./dev release, in an empty environment.
set -eu
wheel=$1
folder=$2
extras=${MEADHALL_EXTRAS-fast,postgres}
python3 -m venv "$folder"
"$folder/bin/pip" install --quiet --no-cache-dir "$wheel${extras:+[$extras]}"
"$folder/bin/meadhall" --version
