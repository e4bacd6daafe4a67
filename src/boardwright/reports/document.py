"""A page for browsers: one file that loads nothing and runs nothing, light or dark as its reader likes."""

from __future__ import annotations

from boardwright.reports.markup import Markup, el, join

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

_STYLE = """
:root{color-scheme:light dark;--paper:#fff;--ink:#1d2329;--soft:#57606a;--rule:#d8dee4;--card:#f6f8fa;--bar:#4c78a8;--strong:#22405f;
--more:#a3470c;--less:#5a3e9c;--same:#3d6a96;--warn:#7a4b00;--warnback:#fff6e0}
@media (prefers-color-scheme:dark){:root{--paper:#14181d;--ink:#e4e8ec;--soft:#9aa5b1;--rule:#343c46;--card:#1c2229;--bar:#6f9ccc;
--strong:#c2daf2;--more:#f0985a;--less:#b9a0f5;--same:#86b1dc;--warn:#f0c674;--warnback:#2c2613}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:60rem;padding:1.5rem 1rem 4rem;background:var(--paper);color:var(--ink);
font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
h1{font-size:1.7rem;line-height:1.2;margin:0 0 .3rem;overflow-wrap:anywhere}
h2{font-size:1.25rem;margin:2.6rem 0 .6rem;padding-top:.5rem;border-top:1px solid var(--rule);overflow-wrap:anywhere}
h3{font-size:1rem;margin:1.4rem 0 .3rem;overflow-wrap:anywhere}
p{margin:.4rem 0;max-width:44rem}
.soft,caption,figcaption{color:var(--soft)}
.answers{background:var(--card);border:1px solid var(--rule);border-radius:.5rem;padding:.4rem 1.2rem;margin:1.2rem 0}
.answers li{margin:.5rem 0}
.answers ul{padding-left:1.1rem;margin:.3rem 0}
.warn{border-left:.25rem solid var(--warn);background:var(--warnback);padding:.4rem .9rem;margin:.8rem 0}
nav ul{list-style:none;display:flex;flex-wrap:wrap;gap:.2rem 1.1rem;padding:0;margin:.6rem 0}
a{color:var(--same)}
.wide{overflow-x:auto;margin:.6rem 0}
table{border-collapse:collapse;font-variant-numeric:tabular-nums;font-size:.92rem;min-width:100%}
caption{text-align:left;white-space:normal;font-size:.88rem;padding-bottom:.3rem}
th,td{padding:.28rem .6rem;text-align:right;border-bottom:1px solid var(--rule);white-space:nowrap}
th:first-child,td:first-child,.left{text-align:left}
tbody th{font-weight:500;white-space:normal;overflow-wrap:anywhere;min-width:7rem}
thead th{color:var(--soft);font-weight:600;vertical-align:bottom;white-space:normal}
.more{color:var(--more)}.less{color:var(--less)}
td.left{white-space:normal;overflow-wrap:anywhere}
td.more,td.less{font-weight:600;white-space:nowrap}
.plot{margin:.6rem 0;overflow-x:auto}
.plot svg{display:block;width:100%;max-width:38rem;height:auto;font:12px system-ui,-apple-system,"Segoe UI",Roboto,Arial,sans-serif}
svg text{fill:var(--ink)}svg .tick{fill:var(--soft);font-size:11px}svg .strong{fill:var(--strong);font-weight:600}
svg .end{text-anchor:end}svg .mid{text-anchor:middle}
svg .axis{stroke:var(--rule)}svg .expected{stroke:var(--soft);stroke-dasharray:4 4}
svg .bar{fill:var(--bar)}svg .middle{fill:var(--strong)}svg .back{fill:var(--rule)}
svg .whisker{stroke-width:2.5;stroke:var(--same)}svg .dot{fill:var(--same)}
svg .whisker.more{stroke:var(--more)}svg .dot.more{fill:var(--more)}
svg .whisker.less{stroke:var(--less)}svg .dot.less{fill:var(--less)}
.share{width:7rem;height:.55rem;display:inline-block;vertical-align:middle}
details{border-bottom:1px solid var(--rule);padding:.3rem 0}
summary{cursor:pointer;overflow-wrap:anywhere}
code{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.92em}
footer{margin-top:3rem;font-size:.88rem;color:var(--soft)}
@media (max-width:32rem){caption{max-width:calc(100vw - 2rem)}th,td{padding:.28rem .4rem}tbody th{min-width:6rem}
.plot svg{font-size:14px}svg .tick{font-size:13px}}
@media print{:root{color-scheme:light;--paper:#fff;--ink:#000;--soft:#444;--rule:#bbb;--card:#fff;--bar:#555;--strong:#000}
body{max-width:none;padding:0;font-size:10pt}nav{display:none}.plot,tr,.answers{break-inside:avoid}th,td{padding:.15rem .35rem}h2,h3{break-after:avoid}
.plot svg{max-width:26rem}.wide,.plot{overflow:visible}}
"""


def document(title: str, body: Markup, style: str = "") -> str:
    """A whole page; `style` is added to the style that all pages share."""
    head = join(
        el("meta", charset="utf-8"),
        el("meta", http_equiv="Content-Security-Policy", content=_POLICY),
        el("meta", name_="viewport", content="width=device-width, initial-scale=1"),
        el("meta", name_="referrer", content="no-referrer"),
        el("meta", name_="robots", content="noindex"),
        el("title", title),
        el("style", Markup(_STYLE + style)),
    )
    return f"<!DOCTYPE html>\n{el('html', el('head', head), el('body', body), lang='en')}\n"
