<?xml version="1.0" encoding="UTF-8"?>
<!-- The report as one HTML page. The document it reads is described by report.rng. fc:say() gives a text in the
     reader's language, with %1, %2 … replaced by what follows. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:svg="http://www.w3.org/2000/svg" xmlns:fc="urn:fiocompare" exclude-result-prefixes="svg fc">
<xsl:output method="html" encoding="UTF-8" indent="no" doctype-system="about:legacy-compat"/>

<xsl:variable name="baseline" select="/report/series[@role='baseline']/@label"/>
<xsl:variable name="tall" select="count(/report/series) &gt; 2"/>

<xsl:template match="/report">
<html lang="{@lang}">
<head>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta name="color-scheme" content="light dark"/>
<meta name="generator" content="fiocompare {@version}"/>
<title><xsl:value-of select="fc:say('Storage comparison')"/>:<xsl:for-each select="series"><xsl:text> </xsl:text><xsl:value-of select="@label"/><xsl:if test="position() != last()">,</xsl:if></xsl:for-each></title>
<style><xsl:value-of select="style"/></style>
</head>
<body>
<header>
<p class="kicker"><xsl:value-of select="fc:say('Storage comparison')"/></p>
<h1><xsl:value-of select="headline"/></h1>
</header>
<main>
<xsl:if test="points/point"><section aria-labelledby="summary"><h2 id="summary"><xsl:value-of select="fc:say('In short')"/></h2>
<ul><xsl:for-each select="points/point[position() &lt;= 8]"><li><xsl:value-of select="."/></li></xsl:for-each></ul>
<xsl:if test="count(points/point) &gt; 8"><details><summary><xsl:value-of select="fc:say('%1 more', count(points/point) - 8)"/></summary>
<ul><xsl:for-each select="points/point[position() &gt; 8]"><li><xsl:value-of select="."/></li></xsl:for-each></ul></details></xsl:if></section></xsl:if>
<xsl:apply-templates select="stream"/>
<section aria-labelledby="findings"><h2 id="findings"><xsl:value-of select="fc:say('Findings')"/></h2>
<ul class="findings"><xsl:apply-templates select="findings/finding"/></ul></section>
<xsl:call-template name="measured"/>
<xsl:if test="raws/raw"><section aria-labelledby="raw"><h2 id="raw"><xsl:value-of select="fc:say('What fio printed')"/></h2><xsl:apply-templates select="raws/raw"/></section></xsl:if>
</main>
<footer><p><xsl:value-of select="fc:say('Made by fiocompare %1. Ratios are candidate divided by baseline (%2).', @version, $baseline)"/></p></footer>
</body>
</html>
</xsl:template>

<xsl:template match="stream">
<xsl:variable name="name" select="concat(@job, ' ', fc:say(@direction))"/>
<xsl:variable name="anchor" select="concat('stream', position())"/>
<section aria-labelledby="{$anchor}">
<h2 id="{$anchor}"><xsl:value-of select="$name"/></h2>
<xsl:choose><xsl:when test="$tall"><xsl:call-template name="below-each-other"><xsl:with-param name="name" select="$name"/></xsl:call-template></xsl:when>
<xsl:otherwise><xsl:call-template name="side-by-side"><xsl:with-param name="name" select="$name"/></xsl:call-template></xsl:otherwise></xsl:choose>
<xsl:if test="metric[@shown='yes']/value[contains(@text, '*')]"><p class="note"><xsl:value-of select="fc:say('* fewer than 10 I/Os lie beyond this percentile.')"/></p></xsl:if>
<xsl:if test="/report/@comparisons &gt; 1"><p class="note"><xsl:value-of select="fc:say('The verdicts hold together at %1% (Holm, %2 comparisons).', /report/@confidence, /report/@comparisons)"/></p></xsl:if>
<xsl:call-template name="everyday"/>
<xsl:apply-templates select="chart[@main='yes']"/>
<xsl:if test="chart[@main='no']"><details class="more"><summary><xsl:value-of select="fc:say('More charts of %1', $name)"/></summary><xsl:apply-templates select="chart[@main='no']"/></details></xsl:if>
<details><summary><xsl:value-of select="fc:say('All figures of %1', $name)"/></summary>
<div class="scroll" tabindex="0" role="region" aria-label="{fc:say('%1: all figures', $name)}">
<table><thead><tr><th scope="col"><xsl:value-of select="fc:say('metric')"/></th><th scope="col"><xsl:value-of select="fc:say('where it comes from')"/></th><xsl:for-each select="/report/series"><th scope="col" class="number"><xsl:value-of select="@label"/></th></xsl:for-each>
<xsl:for-each select="/report/series[not(@role)]"><th scope="col" class="number"><xsl:value-of select="concat(@label, '/', $baseline)"/></th></xsl:for-each></tr></thead>
<tbody><xsl:for-each select="metric"><xsl:variable name="row" select="."/>
<tr><th scope="row"><xsl:value-of select="@title"/></th><td class="quiet"><xsl:value-of select="@how"/></td>
<xsl:for-each select="/report/series"><td class="number"><xsl:value-of select="$row/value[@series=current()/@label]/@text"/></td></xsl:for-each>
<xsl:for-each select="/report/series[not(@role)]"><td class="number"><xsl:value-of select="$row/ratio[@series=current()/@label]/@text"/></td></xsl:for-each></tr>
</xsl:for-each></tbody></table></div></details>
</section>
</xsl:template>

<!-- Two series: a row a metric. -->
<xsl:template name="side-by-side">
<xsl:param name="name"/>
<div class="scroll" tabindex="0" role="region" aria-label="{fc:say('%1: the figures', $name)}">
<table>
<thead><tr><th scope="col"><span class="hidden"><xsl:value-of select="fc:say('metric')"/></span></th>
<th scope="col" class="number"><xsl:value-of select="$baseline"/></th>
<xsl:for-each select="/report/series[not(@role)]">
<th scope="col" class="number"><xsl:value-of select="@label"/></th>
<th scope="col" class="number"><xsl:value-of select="concat(@label, '/', $baseline)"/></th>
<th scope="col" class="barcell"><span class="hidden"><xsl:value-of select="fc:say('ratio as a bar')"/></span></th>
<th scope="col"><xsl:value-of select="fc:say('bounds')"/></th><th scope="col"><xsl:value-of select="fc:say('in words')"/></th><th scope="col"><xsl:value-of select="fc:say('verdict')"/></th>
</xsl:for-each>
<xsl:if test="metric/@noise"><th scope="col" class="number" title="{fc:say('how far the baseline came out from itself')}"><xsl:value-of select="fc:say('noise floor')"/></th></xsl:if></tr></thead>
<tbody><xsl:apply-templates select="metric[@shown='yes']"/></tbody>
</table></div>
</xsl:template>

<!-- More: the first metric in full, a row a series; then the others, figure and ratio in one cell. -->
<xsl:template name="below-each-other">
<xsl:param name="name"/>
<xsl:variable name="first" select="metric[@shown='yes'][1]"/>
<xsl:variable name="rest" select="metric[@shown='yes'][position() &gt; 1]"/>
<div class="scroll" tabindex="0" role="region" aria-label="{fc:say('%1: the figures', $name)}">
<table><thead><tr><th scope="col"><span class="hidden"><xsl:value-of select="fc:say('series')"/></span></th>
<th scope="col" class="number"><xsl:value-of select="$first/@title"/></th><th scope="col" class="number"><xsl:value-of select="fc:say('over %1', $baseline)"/></th>
<th scope="col" class="barcell"><span class="hidden"><xsl:value-of select="fc:say('ratio as a bar')"/></span></th>
<th scope="col"><xsl:value-of select="fc:say('bounds')"/></th><th scope="col"><xsl:value-of select="fc:say('in words')"/></th><th scope="col"><xsl:value-of select="fc:say('verdict')"/></th></tr></thead>
<tbody><xsl:for-each select="/report/series"><xsl:variable name="label" select="@label"/>
<tr><th scope="row"><xsl:value-of select="$label"/></th><td class="number"><xsl:value-of select="$first/value[@series=$label]/@text"/></td>
<xsl:choose><xsl:when test="@role"><td></td><td class="barcell"></td><td></td><td></td><td class="quiet"><xsl:if test="$first/@noise"><xsl:value-of select="concat(fc:say('noise floor'), ' ', $first/@noise)"/></xsl:if></td></xsl:when>
<xsl:otherwise><xsl:apply-templates select="$first/ratio[@series=$label]"/></xsl:otherwise></xsl:choose></tr></xsl:for-each></tbody></table></div>
<xsl:if test="$rest"><div class="scroll" tabindex="0" role="region" aria-label="{fc:say('%1: further figures', $name)}">
<table class="dense"><thead><tr><th scope="col"><span class="hidden"><xsl:value-of select="fc:say('series')"/></span></th><xsl:for-each select="$rest"><th scope="col" class="number"><xsl:value-of select="@title"/></th></xsl:for-each></tr></thead>
<tbody><xsl:for-each select="/report/series"><xsl:variable name="label" select="@label"/>
<tr><th scope="row"><xsl:value-of select="$label"/></th><xsl:for-each select="$rest"><xsl:variable name="ratio" select="ratio[@series=$label]"/>
<td class="number"><xsl:value-of select="value[@series=$label]/@text"/><xsl:if test="$ratio"><br/><span class="verdict {translate($ratio/@verdict, ' ', '-')}"><xsl:value-of select="$ratio/@text"/><xsl:if test="$ratio/@sign"><xsl:value-of select="concat(' ', $ratio/@sign)"/></xsl:if></span></xsl:if></td></xsl:for-each></tr></xsl:for-each></tbody></table></div>
<xsl:if test="$rest/ratio/@sign"><p class="note"><xsl:value-of select="fc:say('+ better, - worse, = the same, ? cannot tell')"/></p></xsl:if></xsl:if>
</xsl:template>

<!-- Number, bar, bounds, words, verdict: five cells. -->
<xsl:template match="ratio">
<td class="number strong"><xsl:value-of select="@text"/></td>
<td class="barcell"><xsl:if test="@place"><span class="bar"><span class="fill {@side}" style="left:{@from}%;width:{@width}%"></span></span></xsl:if></td>
<td class="quiet"><xsl:value-of select="@bounds"/></td>
<td><xsl:value-of select="@words"/></td>
<td class="verdict {translate(@verdict, ' ', '-')}"><xsl:value-of select="fc:say(@verdict)"/><xsl:if test="@try"><xsl:text> </xsl:text><span class="quiet"><xsl:value-of select="fc:say('(try %1 runs)', @try)"/></span></xsl:if></td>
</xsl:template>

<xsl:template match="metric">
<xsl:variable name="row" select="."/>
<tr><th scope="row"><xsl:value-of select="@title"/></th>
<td class="number"><xsl:value-of select="value[@series=$baseline]/@text"/></td>
<xsl:for-each select="/report/series[not(@role)]">
<xsl:variable name="ratio" select="$row/ratio[@series=current()/@label]"/>
<td class="number"><xsl:value-of select="$row/value[@series=current()/@label]/@text"/></td>
<xsl:apply-templates select="$ratio"/>
</xsl:for-each>
<xsl:if test="../metric/@noise"><td class="number quiet"><xsl:value-of select="@noise"/></td></xsl:if></tr>
</xsl:template>

<xsl:template name="everyday">
<xsl:if test="metric[@id='time_10g' or @id='over_20ms']">
<ul class="everyday">
<xsl:for-each select="metric[@id='time_10g' or @id='over_20ms']"><li><xsl:value-of select="@title"/><xsl:text>: </xsl:text>
<xsl:for-each select="value"><b><xsl:value-of select="@text"/></b><xsl:value-of select="concat(' ', @series)"/><xsl:if test="position() != last()">, </xsl:if></xsl:for-each></li></xsl:for-each>
</ul></xsl:if>
</xsl:template>

<xsl:template match="chart">
<figure class="chart {@kind}">
<div class="picture" tabindex="0" role="region" aria-label="{@about}, {../@job} {fc:say(../@direction)}"><xsl:copy-of select="picture/svg:svg"/></div>
<details class="figures"><summary><xsl:value-of select="fc:say('The figures of this chart: %1', @about)"/></summary>
<div class="scroll" tabindex="0" role="region" aria-label="{fc:say('%1: the figures', concat(@about, ', ', ../@job, ' ', fc:say(../@direction)))}">
<xsl:apply-templates select="table"/></div></details>
</figure>
</xsl:template>

<xsl:template match="table">
<table><thead><tr><xsl:for-each select="column"><th scope="col"><xsl:if test="@unit='number'"><xsl:attribute name="class">number</xsl:attribute></xsl:if><xsl:value-of select="."/></th></xsl:for-each></tr></thead>
<tbody><xsl:for-each select="row"><tr><xsl:for-each select="cell"><xsl:variable name="at" select="position()"/>
<td><xsl:if test="../../column[$at]/@unit='number'"><xsl:attribute name="class">number</xsl:attribute></xsl:if><xsl:value-of select="."/></td></xsl:for-each></tr></xsl:for-each></tbody></table>
</xsl:template>

<xsl:template match="finding">
<li class="{@severity}"><p class="title"><span class="severity"><xsl:value-of select="fc:say(@severity)"/></span><xsl:text> </xsl:text>
<xsl:if test="@series != ''"><span class="who"><xsl:value-of select="@series"/>: </span></xsl:if><xsl:value-of select="title"/></p>
<xsl:for-each select="evidence"><p><xsl:value-of select="."/></p></xsl:for-each>
<xsl:if test="guess"><p class="guess"><b><xsl:value-of select="fc:say('A guess:')"/></b><xsl:text> </xsl:text><xsl:value-of select="concat(guess, fc:say('.'))"/></p></xsl:if>
<xsl:if test="check"><p class="check"><b><xsl:value-of select="fc:say('To tell:')"/></b><xsl:text> </xsl:text><xsl:value-of select="concat(check, fc:say('.'))"/></p></xsl:if></li>
</xsl:template>

<xsl:template name="measured">
<section aria-labelledby="measured"><h2 id="measured"><xsl:value-of select="fc:say('How it was measured')"/></h2>
<xsl:if test="command"><p><xsl:value-of select="fc:say('Command:')"/><xsl:text> </xsl:text><code><xsl:value-of select="command"/></code></p></xsl:if>
<xsl:if test="facts/fact"><div class="scroll" tabindex="0" role="region" aria-label="{fc:say('environment')}"><table><tbody><xsl:for-each select="facts/fact"><tr><th scope="row"><xsl:value-of select="@name"/></th><td><xsl:value-of select="."/></td></tr></xsl:for-each></tbody></table></div></xsl:if>
<xsl:for-each select="stream[workload/option]"><p><xsl:value-of select="fc:say('Workload of %1:', @job)"/><xsl:text> </xsl:text><code><xsl:for-each select="workload/option"><xsl:value-of select="concat(@name, '=', @value)"/><xsl:if test="position() != last()"><xsl:text> </xsl:text></xsl:if></xsl:for-each></code></p></xsl:for-each>
<div class="scroll" tabindex="0" role="region" aria-label="{fc:say('sources')}"><table><thead><tr><th scope="col"><xsl:value-of select="fc:say('series')"/></th><th scope="col"><xsl:value-of select="fc:say('source')"/></th><th scope="col"><xsl:value-of select="fc:say('format')"/></th><th scope="col">fio</th><th scope="col"><xsl:value-of select="fc:say('time')"/></th><th scope="col">SHA-256</th></tr></thead>
<tbody><xsl:for-each select="series/source"><tr><td><xsl:value-of select="../@label"/></td><td class="path"><xsl:value-of select="concat(@path, '#', @report)"/></td><td><xsl:value-of select="@format"/></td><td><xsl:value-of select="@fio"/></td><td><xsl:value-of select="@time"/></td><td class="hash"><code><xsl:value-of select="@sha256"/></code></td></tr></xsl:for-each></tbody></table></div>
</section>
</xsl:template>

<xsl:template match="raw">
<details><summary><xsl:value-of select="concat(@series, ': ', @path)"/></summary><pre tabindex="0"><xsl:value-of select="."/></pre></details>
</xsl:template>
</xsl:stylesheet>
