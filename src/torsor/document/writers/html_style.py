"""How a page looks: day and night, screen and paper, desk and phone."""

from __future__ import annotations

STYLE = """
:root{color-scheme:light dark;--ink:#16181d;--soft:#5b616b;--line:#d5d8dd;--page:#fff;
--wrong:#b00020;--wrong-page:#fdecee;--right:#0b3d91;--right-page:#eaf0fb;--edge:#0002}
@media(prefers-color-scheme:dark){:root{--ink:#e3e5e8;--soft:#a2a8b2;--line:#3a3f47;--page:#15171a;
--wrong:#ff8a80;--wrong-page:#3a1515;--right:#90caf9;--right-page:#14283a;--edge:#fff3}
figure img{filter:invert(.92) hue-rotate(180deg);mix-blend-mode:lighten}
figure img.adapts{filter:none;mix-blend-mode:normal}}
*{box-sizing:border-box}html{scroll-padding-top:1em;-webkit-text-size-adjust:100%}
body{font:17px/1.55 "Latin Modern Roman","Computer Modern Serif",Georgia,serif;max-width:58rem;
margin:2.5em auto;padding:0 1.2em;color:var(--ink);background:var(--page);overflow-wrap:anywhere}
math{font-family:"Latin Modern Math","STIX Two Math","Cambria Math",math;font-size:1.04em}
header{text-align:center;margin-bottom:2em}h1{margin-bottom:.2em;line-height:1.2}
h1,h2,h3,h4{overflow-wrap:break-word}
h2{margin-top:2em;border-bottom:1px solid var(--line);padding-bottom:.15em}h3,h4{margin-top:1.6em}
h4{font-weight:normal;font-style:italic}.summary{font-size:.94em;margin:0 3em 2em}
.contents{font-size:.92em;margin:0 3em 2em}.contents b{display:block;margin-bottom:.3em}
.contents ol{list-style:none;margin:0;padding:0;columns:2 14em;column-gap:2.5em}
.contents a{color:inherit;text-decoration:none;display:block;padding:.12em 0}
.contents a:hover,.contents a:focus{text-decoration:underline}
.equation{display:flex;align-items:flex-end;justify-content:space-between;gap:1em;margin:.6em 0;
overflow-x:auto;overflow-y:hidden;padding:.15em 0}
.equation>math{flex:none;margin:0}.equation>math+.number{align-self:stretch;display:flex;align-items:center}
.equation .number{flex:none;color:var(--soft);position:sticky;right:0;padding-left:.3em;
background:var(--page);box-shadow:-.5em 0 .5em var(--page)}
.left,.sum{align-self:first baseline;line-height:1.8}.left{flex:none;margin-right:-.7em}
.sum{flex:1 1 12em}
.terms{line-height:2}.terms math{margin:0 .06em}.pair{display:inline-block;line-height:1.6}
.lines{list-style:none;padding:0}
.wrong{color:var(--wrong);background:var(--wrong-page)}
.right{color:var(--right);background:var(--right-page)}
.printed{color:var(--wrong)}.derived{color:var(--right)}
.slip{border-bottom:2px solid;padding-bottom:2px}a{color:var(--right)}
code{font-size:.86em}.listing td code{white-space:nowrap}
.wide{overflow-x:auto;margin:1em 0 1.6em}table.listing{border-collapse:collapse;width:100%;
font-size:.92em;border-top:2px solid;border-bottom:2px solid}
.listing caption{text-align:left;margin-bottom:.4em}.listing th{border-bottom:1px solid;
text-align:left}.listing td,.listing th{padding:.25em .5em;vertical-align:top;
overflow-wrap:normal}
.listing td.numeric,.listing th.numeric{text-align:right;font-variant-numeric:tabular-nums}
.one{white-space:nowrap}
.dense td,.dense th{white-space:nowrap}
figure{margin:1.5em 0;text-align:center}figcaption{color:var(--soft);font-size:.94em}
figure img{max-width:100%;max-height:30em}
.wide,.equation{background:linear-gradient(90deg,var(--page) 1em,transparent) local,
linear-gradient(-90deg,var(--page) 1em,transparent) local,
linear-gradient(90deg,var(--edge),transparent),
linear-gradient(-90deg,var(--edge),transparent) 100% 0;
background-repeat:no-repeat;background-size:2em 100%,2em 100%,.6em 100%,.6em 100%;
background-position:0 0,100% 0,0 0,100% 0}
mtd{padding:.14em .5em}mtable.rows>mtr>mtd{padding:.14em .1em}
mo.dots{font-weight:bold;padding-bottom:.11em}mo.bar{padding-bottom:.05em}
@media(min-width:80rem){body.report{margin-left:max(17rem,calc(50vw - 29rem))}
.report .contents{position:fixed;top:2.6em;left:1.5em;width:14rem;margin:0;max-height:90vh;
overflow-y:auto;color:var(--soft)}.report .contents ol{columns:1}}
@media(max-width:40em){body{margin-top:1em;font-size:16px}h1{font-size:1.6em}
.summary,.contents{margin:0 0 2em}.equation>math{font-size:.94em}
.stacked thead{display:none}.stacked td{display:block;overflow-x:auto}
.stacked td:first-child{font-weight:bold;padding-top:.8em}
.stacked td+td::before{content:attr(data-head) ": ";font-style:italic}}
@media print{body{font-size:10pt;max-width:none}h2,h3,h4{break-after:avoid}
.report .contents{position:static;width:auto}}
"""
