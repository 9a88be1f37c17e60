#!/bin/bash
# Languages: every text is translated, --lang and the locale choose, numbers and names stay, another language is only a file. TAP.
set -u
cd "$(dirname "$0")/../.." || exit 2
build=${BUILD:-build}
program=$PWD/$build/fiocompare
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
number=0
holds() { number=$((number + 1)); if eval "$1"; then echo "ok $number - $2"; else echo "not ok $number - $2"; fi; }
native=samples/gluster-native.txt
nfs=samples/gluster-nfs.txt
echo 1..18

po/extract >"$work/all.pot" 2>"$work/log"
holds '[ "$(grep -c "^msgid " "$work/all.pot")" -gt 700 ]' "the texts are found in sources and stylesheets"
# An error's words that do not go through gettext; the choice of the language itself is told before there is one.
perl -0777 -ne 'while (/\b(?:g_set_error|trouble_text)\s*\(([^;"]*)("(?:[^"\\]|\\.)*")/g) {
    my ($before, $text) = ($1, $2);
    (my $words = $text) =~ s/%[-0-9.]*[a-z]+|--[a-z]+//g;
    print "# not through gettext: $ARGV: $text\n" if $before !~ /[_P]\($/ && $words =~ /[A-Za-z]{2,} [A-Za-z]{2,}/ && $text !~ /^"--lang /;
}' src/*/*.c >"$work/plain"
cat "$work/plain"
holds '! grep -q . "$work/plain"' "every error goes through gettext"
for file in po/*.po; do
    msgmerge --quiet --no-fuzzy-matching -o "$work/merged.po" "$file" "$work/all.pot"
    msgattrib --untranslated --no-obsolete "$work/merged.po" | sed -n 's/^msgid /# not translated: /p' >"$work/gaps"
    msgattrib --only-fuzzy --no-obsolete "$work/merged.po" | sed -n 's/^msgid /# fuzzy: /p' >>"$work/gaps"
    grep -v '"")*$' "$work/gaps"
    holds '! grep -q . "$work/gaps"' "$file translates every text"
    holds 'msgfmt --check -o /dev/null "$file" 2>"$work/log"' "$file fits the formats of the sources"
done

"$program" compare --lang zh_CN native=$native nfs=$nfs >"$work/zh.txt"
holds 'head -1 "$work/zh.txt" | grep -q "^nfs 的写吞吐量是 native 的约三分之二（0.663；23.8 MiB/s 对 35.9 MiB/s）"' "the headline is Chinese, its numbers and units stay"
holds 'grep -q "iodepth=4 没有起作用" "$work/zh.txt" && grep -q "ioengine=libaio" "$work/zh.txt"' "names of options stay"
perl -CSD -ne 'chomp; s/[\p{EA=W}\p{EA=F}]/xx/g; print "# $_\n" if length > 100' "$work/zh.txt" >"$work/long"
holds '[ -s "$work/zh.txt" ] && ! grep -q . "$work/long"' "no line is longer than the terminal is wide"
LC_ALL=zh_CN.UTF-8 "$program" compare native=$native nfs=$nfs >"$work/locale.txt"
holds 'cmp -s "$work/zh.txt" "$work/locale.txt"' "the locale chooses the language, also where the system does not have it installed"
LC_ALL=zh_CN.UTF-8 "$program" compare --lang en native=$native nfs=$nfs >"$work/en.txt"
LC_ALL=C.UTF-8 "$program" compare native=$native nfs=$nfs >"$work/c.txt"
holds 'cmp -s "$work/en.txt" "$work/c.txt" && grep -q "two thirds of native" "$work/c.txt"' "--lang en goes before the locale"
holds 'LC_ALL=zh_CN "$program" show nowhere 2>&1 | grep -q "cannot be opened"' "a locale that is not UTF-8 gets no letters that it cannot show"
holds '"$program" --lang=zh show nowhere 2>&1 | grep -q "^fiocompare: nowhere: 无法打开" && "$program" help run --lang zh-CN | grep -q "每个挂载点的运行次数"' \
    "messages and help are Chinese, --lang may stand before the subcommand"
holds '"$program" show --lang xx $native 2>"$work/log"; [ $? = 2 ] && [ "$(cat "$work/log")" = "fiocompare: --lang xx: there are en, zh_CN" ]' "a language that is not there is refused, those that are are told"

# What programs read does not change: JSON but for the sentences, CSV altogether.
people='walk(if type == "object" then del(.title, .evidence, .guess, .check, .headline, .summary, .text) else . end)'
"$program" compare --lang zh native=$native nfs=$nfs --format json | jq -S "$people" >"$work/zh.json"
"$program" compare native=$native nfs=$nfs --format json | jq -S "$people" >"$work/en.json"
holds '[ -s "$work/en.json" ] && cmp -s "$work/zh.json" "$work/en.json"' "JSON keeps its keys, verdicts and numbers"
holds '[ "$("$program" compare --lang zh native=$native nfs=$nfs --format csv)" = "$("$program" compare native=$native nfs=$nfs --format csv)" ]' "CSV is the same in every language"

"$program" compare --lang zh native=$native nfs=$nfs -o "$work/r.html" >/dev/null
holds 'grep -q "<html lang=\"zh-CN\">" "$work/r.html"' "the page says its language"
# Three English words in a row, outside of what fio printed and of what the chart carries for programs.
perl -0777 -pe 's/<(pre|code|style|metadata)\b.*?<\/\1>//gs; s/<[^>]*>/\n/g' "$work/r.html" | grep -E '[A-Za-z]{2,} [a-z]{2,} [a-z]{2,}' | sed 's/^/# English: /' >"$work/left"
head -5 "$work/left"
holds '! grep -q . "$work/left"' "no English sentence is left in the page"
for kind in percentiles distribution ratios quantile-ratio cdf waiting modes throughput steadiness; do
    "$program" chart $kind --lang zh native=$native nfs=$nfs -o "$work/c.svg" 2>>"$work/log" && grep -v '<metadata' "$work/c.svg" |
        sed -n 's/.*<text[^>]*>\([^<]*\)<.*/\1/p' | grep -E '[a-z]{2,} [a-z]{2,}'
done >"$work/left"
holds '[ -s "$work/c.svg" ] && ! grep -q . "$work/left"' "no English words are left on the charts"

# A third language: a catalogue beside the program, nothing else.
mkdir -p "$work/bin" "$work/share/locale/eo/LC_MESSAGES"
cp "$program" "$work/bin"
printf 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "cannot be opened: %%s"\nmsgstr "ne malfermeblas: %%s"\n' >"$work/eo.po"
msgfmt -o "$work/share/locale/eo/LC_MESSAGES/fiocompare.mo" "$work/eo.po"
holds '"$work/bin/fiocompare" show --lang eo nowhere 2>&1 | grep -q "nowhere: ne malfermeblas"' "a third language is only a file"
