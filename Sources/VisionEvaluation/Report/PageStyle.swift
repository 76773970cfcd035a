/// The frame of an evaluation's page. Without scripts, and with a policy that forbids to load anything.
enum PageStyle {
  static func document(title: String, body: String) -> String {
    """
    <!doctype html>
    <html lang=en><head><meta charset=utf-8><meta name=viewport content="width=device-width">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
    <title>\(title)</title><style>\(style)</style></head><body>
    \(body)
    </body></html>

    """
  }

  /// What of the images is shown.
  static let switches =
    "<p class=switches>"
    + [("expected", "expected"), ("found", "found"), ("names", "names"), ("ignored", "of no account")].map {
      "<label><input type=checkbox id=show-\($0)\($0 == "ignored" ? "" : " checked")> <span class=\"key \($0)\">\($1)</span></label>"
    }.joined() + "<span><i class=right></i>right <i class=missed></i>missed <i class=wrong></i>wrong</span></p>"

  private static let style = """
    :root{color-scheme:light dark;--text:#1d2129;--soft:#5b6472;--line:#d8dce3;--back:#fff;--right:#1c9a57;--missed:#e08a00;--wrong:#d5372b}
    @media(prefers-color-scheme:dark){:root{--text:#e6e9ee;--soft:#9aa4b2;--line:#363c46;--back:#15181d}}
    body{font:15px/1.45 system-ui,sans-serif;color:var(--text);background:var(--back);margin:2rem auto;max-width:1200px;padding:0 1rem}
    h1{font-size:1.5rem;margin:0 0 .3rem;overflow-wrap:anywhere}h2{font-size:1.15rem;margin:1.6rem 0 .6rem}p{margin:.3rem 0;overflow-wrap:anywhere}
    .notes{padding-left:1.2rem;color:var(--soft)}.scroll{overflow-x:auto}
    table{border-collapse:collapse;margin:.8rem 0;font-variant-numeric:tabular-nums}
    td,th{padding:.15rem .7rem .15rem 0;text-align:right;border-bottom:1px solid var(--line)}
    th:first-child,.words{text-align:left}th{font-weight:600}.words{color:var(--soft)}
    .better{color:var(--right)}.worse{color:var(--wrong)}
    .matrix td{padding:.15rem .5rem;text-align:center}.turned{height:7rem;vertical-align:bottom;padding:.2rem}
    .turned span{writing-mode:vertical-rl;transform:rotate(180deg);font-weight:400}
    details{margin:.8rem 0}summary{cursor:pointer;font-weight:600}
    .chart{margin:.8rem 0;max-width:22rem}.chart svg{display:block}.chart text{font-size:10px;fill:var(--soft)}
    .chart .axis{fill:none;stroke:var(--line)}.chart polyline{fill:none;stroke:#3b6fd4;stroke-width:2}
    .chart .other{stroke-dasharray:4 3;stroke:var(--soft)}
    figcaption{color:var(--soft);font-size:.85rem;overflow-wrap:anywhere}figcaption b{color:var(--text);font-weight:600}
    .cases,.pairs{display:grid;gap:1rem;grid-template-columns:repeat(auto-fill,minmax(min(22rem,100%),1fr))}
    .pairs{grid-template-columns:1fr 1fr}figure{margin:0}
    svg.case{display:block;width:100%;max-height:26rem;background:#8882}.absent{padding:4rem 1rem;text-align:center;background:#8882;color:var(--soft)}
    g rect,g path{fill:none;stroke:var(--mark)}g text{paint-order:stroke;stroke:#000c;fill:#fff;stroke-linejoin:round}g circle{stroke:#0008;stroke-width:.5}
    g.expected rect,g.expected path{stroke-dasharray:6 4}g.expected.right text{display:none}
    g.right{--mark:var(--right)}g.missed{--mark:var(--missed)}g.wrong{--mark:var(--wrong)}g.ignored{--mark:#8a93a0}
    g circle{fill:var(--mark)}g.expected circle{fill:none;stroke:var(--mark);stroke-width:2}
    figcaption span{display:inline-block;margin:.2rem 0 0 .4rem;padding:0 .4rem;border-radius:.3rem;background:#8882;color:var(--text)}
    figcaption .right{background:color-mix(in srgb,var(--right) 25%,transparent)}
    figcaption .missed{background:color-mix(in srgb,var(--missed) 25%,transparent)}
    figcaption .wrong{background:color-mix(in srgb,var(--wrong) 25%,transparent)}
    .switches{display:flex;flex-wrap:wrap;gap:.3rem 1.2rem;color:var(--soft);margin-top:1.2rem}
    .key.expected{border-bottom:2px dashed}.key.found{border-bottom:2px solid}
    i{display:inline-block;width:.8em;height:.8em;border-radius:.2em;margin:0 .3em 0 .6em}
    i.right{background:var(--right)}i.missed{background:var(--missed)}i.wrong{background:var(--wrong)}
    body:has(#show-expected:not(:checked)) g.expected,body:has(#show-found:not(:checked)) g.found,
    body:has(#show-names:not(:checked)) g text,body:has(#show-ignored:not(:checked)) g.ignored{display:none}
    """
}
