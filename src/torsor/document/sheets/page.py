"""Sheets on a page: their looks, and the script that sorts, filters, turns over and saves rows.

The script is ``sheet.js``; a page with a sheet permits it and no other, and no network.
"""

from __future__ import annotations

import hashlib
from base64 import b64encode
from functools import cache
from importlib import resources

STYLE = """
.sheet{margin:1.2em 0 2em}.sheet .tools{display:flex;flex-wrap:wrap;gap:.5em .8em;
align-items:center;font-size:.92em}
.sheet input[type=search]{flex:1 1 16em;min-width:0;font:inherit;padding:.35em .6em;
border:1px solid var(--line);border-radius:6px;background:var(--page);color:inherit}
.sheet button,.sheet select,.sheet summary{font:inherit;padding:.35em .7em;
border:1px solid var(--line);border-radius:6px;background:var(--page);color:inherit;
cursor:pointer}
.sheet button:disabled{opacity:.45;cursor:default}
.sheet button:hover:enabled,.sheet summary:hover{border-color:var(--soft)}
.sheet :focus-visible{outline:2px solid var(--right);outline-offset:1px}
.sheet details{position:relative}.sheet summary{list-style:none}
.sheet summary::-webkit-details-marker{display:none}
.sheet details>div{position:absolute;z-index:2;right:0;margin-top:.3em;padding:.6em .9em;
max-height:20em;overflow:auto;background:var(--page);border:1px solid var(--line);
border-radius:6px;box-shadow:0 4px 16px #0003;width:max-content;max-width:80vw}
.sheet details label{display:block;padding:.1em 0}
.sheet .said{color:var(--soft);font-size:.92em;margin:.5em 0 0;min-height:1.5em}
.sheet .wide{margin:.5em 0}.sheet table th{padding:0;vertical-align:bottom}
.sheet table th button{border:0;border-radius:0;width:100%;text-align:inherit;padding:.3em .5em;
white-space:nowrap}.sheet th span{display:block;color:var(--soft);font-size:.9em}
.sheet th[aria-sort=ascending] b::before{content:"\\2191\\a0"}
.sheet th[aria-sort=descending] b::before{content:"\\2193\\a0"}
.sheet td{border-bottom:1px solid var(--line);max-width:24em}.sheet td.numeric{white-space:nowrap}
.sheet td:first-child,.sheet th:first-child{position:sticky;left:0;background:var(--page)}
.sheet tbody tr:hover td{background:var(--right-page)}
.sheet .turn{justify-content:flex-end}.sheet .turn span{color:var(--soft)}
@media(max-width:40em){.sheet details>div{right:auto;left:0}
.sheet button,.sheet select,.sheet summary,.sheet input[type=search],.sheet label{
min-height:2.6em}.sheet details label{display:flex;align-items:center;gap:.5em}}
@media print{.sheet .tools,.sheet .said{display:none}}
"""


@cache
def sheet_script() -> str:
    """The script, as it stands in a page."""
    file = resources.files("torsor.document.sheets") / "sheet.js"
    return file.read_text("utf-8")


def permitted() -> str:
    """The page's own rule for the browser: this script, its styles and pictures, nothing else."""
    digest = b64encode(hashlib.sha256(sheet_script().encode()).digest()).decode()
    return (
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
        f"style-src 'unsafe-inline'; img-src data:; script-src 'sha256-{digest}'\"/>"
    )
