#!/bin/bash
# The report, one of many series and the page of a trend through axe-core in a real browser: no violation on a laptop, a phone and in the dark, folded parts open. TAP.
# The two npm packages are fetched into the build folder; without npm or its registry the test is skipped.
set -u
cd "$(dirname "$0")/../.." || exit 2
build=${BUILD:-build}
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
skip() { echo "1..0 # skip $1"; exit 0; }
[ -n "$browser" ] || skip "there is no Chromium"
command -v node >/dev/null && command -v npm >/dev/null || skip "node and npm are not installed"
modules=$PWD/$build/npm
if [ ! -d "$modules/node_modules/axe-core" ]; then
    mkdir -p "$modules" && echo '{"private":true}' >"$modules/package.json"
    (cd "$modules" && timeout 120 npm install --no-audit --no-fund --no-package-lock playwright-core@1.65 axe-core@4.14) >"$modules/log" 2>&1 ||
        { rm -rf "$modules"; skip "npm cannot fetch playwright-core and axe-core"; }
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$build/fiocompare" compare native=samples/gluster-native.txt nfs=samples/gluster-nfs.txt -o "$work/report.html" >/dev/null
"$build/fiocompare" compare a=samples/gluster-native.txt b=samples/gluster-nfs.txt c=samples/gluster-nfs.txt d=samples/gluster-native.txt \
    -o "$work/many.html" >/dev/null
perl tests/rigs/series.pl "$work" 24 12 0.8
"$build/fiocompare" archive add --archive "$work/a.db" --label nfs "$work"/0*.json >/dev/null
"$build/fiocompare" archive trend bw --archive "$work/a.db" -o "$work/trend.html" >/dev/null
cat >"$work/axe.js" <<'END'
const { chromium } = require('playwright-core');
const fs = require('fs');
(async () => {
    const browser = await chromium.launch({ executablePath: process.argv[2],
        args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync'] });
    const views = [['laptop', 1280, 900, 'light'], ['phone', 390, 844, 'light'], ['dark laptop', 1280, 900, 'dark']];
    const pages = process.argv.slice(3);
    let number = 0;
    console.log('1..' + 2 * views.length * pages.length);
    for (const [view, width, height, colorScheme] of views) for (const path of pages) {
        const name = view + ': ' + path.replace(/.*\//, '');
        const context = await browser.newContext({ viewport: { width, height }, colorScheme });
        const page = await context.newPage();
        await page.goto('file://' + path);
        const reach = await page.evaluate(() => document.documentElement.scrollWidth);
        console.log((reach <= width ? 'ok ' : 'not ok ') + ++number + ' - the page is no wider than a ' + name);
        await page.evaluate(fs.readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8'));
        const result = await page.evaluate(() => {
            document.querySelectorAll('details').forEach(part => { part.open = true; });
            return axe.run();
        });
        for (const fault of result.violations) console.log('# ' + fault.id + ': ' + fault.nodes[0].html.slice(0, 200));
        console.log((result.violations.length ? 'not ok ' : 'ok ') + ++number + ' - axe-core finds no violation on a ' + name);
        await context.close();
    }
    await browser.close();
})().catch(error => { console.log('# ' + error); process.exit(1); });
END
NODE_PATH=$modules/node_modules timeout 200 node "$work/axe.js" "$browser" "$work/report.html" "$work/many.html" "$work/trend.html"
