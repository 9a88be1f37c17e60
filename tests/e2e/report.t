#!/bin/bash
# The report: valid by its schema, self-contained, and drawn by a real browser without a complaint. TAP.
set -u
cd "$(dirname "$0")/../.." || exit 2
program=$PWD/${BUILD:-build}/fiocompare
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
number=0
told() { number=$((number + 1)); echo "$1 $number - $2"; }
holds() { if eval "$1"; then told ok "$2"; else told "not ok" "$2"; fi; }
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
echo 1..14
"$program" compare native=samples/gluster-native.txt nfs=samples/gluster-nfs.txt -o "$work/r.html" -o "$work/r.xml" -o "$work/r.json" >/dev/null
holds 'xmllint --noout --relaxng templates/report.rng "$work/r.xml" 2>"$work/log"' "the document is valid by its schema"
holds '! grep -Eq "(src|href)=\"?https?:|<script|@import|url\(http" "$work/r.html"' "the page needs no network and no script"
holds 'grep -q "two thirds of native" "$work/r.html"' "the page opens with the answer"
holds 'grep -q "BW=35.9MiB/s" "$work/r.html"' "the raw outputs are in the page"
evil='<script>alert(1)</script>"]]>'
sed "s|^1io:|$evil:|" samples/gluster-native.txt >"$work/evil.txt"
"$program" compare a="$work/evil.txt" b="$work/evil.txt" -o "$work/evil.html" >/dev/null
holds '! grep -q "<script>alert" "$work/evil.html"' "a job named like a script is text"
"$program" compare a=tests/data/cases/F15/run.json b=tests/data/cases/F15/run.json -o "$work/tag.html" -o "$work/tag.xml" >/dev/null
holds '! grep -q "A&B <i>" "$work/tag.html" && xmllint --noout "$work/tag.xml"' "a job named like a tag is text"
printf '<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:output method="text"/><xsl:template match="/">mine: <xsl:value-of select="/report/headline"/></xsl:template></xsl:stylesheet>' >"$work/own.xsl"
holds '"$program" compare a=samples/gluster-native.txt b=samples/gluster-nfs.txt --format html --template "$work/own.xsl" | grep -q "^mine: b has"' "a stylesheet of one's own is used"
holds '"$program" compare a=samples/gluster-native.txt --format html --template LICENSE >"$work/log" 2>&1; [ $? = 2 ] && grep -q "is no stylesheet" "$work/log"' "a file that is no stylesheet is refused"
sed -n '/^```xml/,/^```/p' docs/formats.md | grep -v '^```' >"$work/documented.xsl"
holds '"$program" compare native=samples/gluster-native.txt nfs=samples/gluster-nfs.txt --format html --template "$work/documented.xsl" | grep -qx "nfs: 0.663 one run"' "the documented stylesheet does what is said of it"
mkdir "$work/many"
perl tests/rigs/vary.pl tests/data/corpus/3.14/a_mission.jsonplus.json "$work/many" 60
"$program" compare $(for i in $(seq 0 59); do printf 's%d=%s/many/%06d.json ' $((i / 5)) "$work" "$i"; done) -o "$work/large.html" >/dev/null
holds '[ -s "$work/large.html" ] && [ "$(wc -c <"$work/large.html")" -lt 2000000 ] && grep -q "cut here" "$work/large.html"' "twelve series of five runs stay under 2 MB, and say what is cut"
if [ -z "$browser" ]; then
    for name in "draws the page without a complaint" "shows a hostile name as text" "overlaps nothing on a laptop" "overlaps nothing on a phone"; do
        told ok "the browser $name # skip there is no Chromium"
    done
    exit 0
fi
# A copy of the page with a script that counts what sticks out of the window or of its own box, or lies over its
# neighbour.
measured() {
    sed 's|</body>||; s|</html>||' "$1"
    cat <<'END'
<script>
var bad = [];
function scrolls(e) { return e.closest('.scroll, pre, .hidden'); }
document.querySelectorAll('h1, h2, p, li, figure, summary, section, details').forEach(function (e) {
    var box = e.getBoundingClientRect();
    if (scrolls(e) || box.width === 0) return;
    if (box.left < -1 || box.right > window.innerWidth + 1) bad.push('out ' + e.textContent.slice(0, 40));
    if (e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0) bad.push('cut ' + e.textContent.slice(0, 40));
});
document.querySelectorAll('td, th').forEach(function (e) {
    if (e.scrollWidth > e.clientWidth + 1 && !e.querySelector('.hidden')) bad.push('cell ' + e.textContent.slice(0, 40));
});
var blocks = Array.from(document.querySelectorAll('section > *'));
blocks.forEach(function (e, i) {
    var next = blocks[i + 1];
    if (next && next.parentNode === e.parentNode && next.getBoundingClientRect().height > 0 &&
        e.getBoundingClientRect().bottom > next.getBoundingClientRect().top + 1) bad.push('over ' + e.tagName + next.tagName);
});
document.body.setAttribute('data-verdict', bad.length ? 'bad: ' + bad.join('; ') : 'fine');
</script></body></html>
END
}
fits() { # SIZE
    measured "$work/r.html" >"$work/measured.html"
    draw "$work/measured.html" --window-size="$1" >"$work/dom"
    grep -o 'data-verdict="[^"]*"' "$work/dom" | sed 's/^/# /'
    grep -q 'data-verdict="fine"' "$work/dom"
}
draw() { # PAGE [OPTION]: the rendered document on standard output, the console's messages in $work/console
    timeout 120 "$browser" --headless --no-sandbox --disable-gpu --disable-quic --no-first-run \
        --disable-background-networking --disable-component-update --disable-sync --user-data-dir="$work/profile" \
        --enable-logging=stderr --v=0 --virtual-time-budget=2000 ${2:-} --dump-dom "file://$1" 2>"$work/console"
}
draw "$work/r.html" >"$work/dom"
holds '[ "$(grep -c "<svg" "$work/dom")" -ge 1 ] && grep -q "two thirds of native" "$work/dom" && ! grep -q "CONSOLE" "$work/console"' "the browser draws the page without a complaint"
draw "$work/evil.html" >"$work/dom"
holds 'grep -q "&lt;script&gt;alert(1)" "$work/dom" && ! grep -q "CONSOLE\|alert dialog" "$work/console"' "the browser shows a hostile name as text"
holds 'fits 1280,900' "nothing overlaps or is cut on a laptop"
holds 'fits 500,900' "nothing overlaps or is cut on a phone"
