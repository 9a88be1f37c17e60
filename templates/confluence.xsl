<?xml version="1.0" encoding="UTF-8"?>
<!-- The report in Confluence's storage format: paste it into the source of a page. Charts are attached by the names that
     a bundle (-o FOLDER/) gives them. The document it reads is described by report.rng. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:ac="http://atlassian.com/content" xmlns:ri="http://atlassian.com/resource/identifier" xmlns:fc="urn:fiocompare" exclude-result-prefixes="fc">
<xsl:output method="xml" encoding="UTF-8" omit-xml-declaration="yes" indent="no"/>
<xsl:variable name="baseline" select="/report/series[@role='baseline']/@label"/>

<xsl:template match="/report">
<div>
<ac:structured-macro ac:name="info"><ac:rich-text-body><p><strong><xsl:value-of select="headline"/></strong></p></ac:rich-text-body></ac:structured-macro>
<xsl:if test="points/point"><ul><xsl:for-each select="points/point"><li><xsl:value-of select="."/></li></xsl:for-each></ul></xsl:if>
<xsl:apply-templates select="stream"/>
<h2><xsl:value-of select="fc:say('Findings')"/></h2>
<ul><xsl:for-each select="findings/finding"><li><strong><xsl:value-of select="concat(fc:say(@severity), ': ')"/><xsl:if test="@series != ''"><xsl:value-of select="concat(@series, ': ')"/></xsl:if><xsl:value-of select="title"/></strong>
<xsl:for-each select="evidence"><p><xsl:value-of select="."/></p></xsl:for-each>
<xsl:if test="guess"><p><em><xsl:value-of select="fc:say('A guess:')"/></em><xsl:value-of select="concat(' ', guess, fc:say('.'))"/></p></xsl:if>
<xsl:if test="check"><p><em><xsl:value-of select="fc:say('To tell:')"/></em><xsl:value-of select="concat(' ', check, fc:say('.'))"/></p></xsl:if></li></xsl:for-each></ul>
<h2><xsl:value-of select="fc:say('Sources')"/></h2>
<table><tbody><tr><th><xsl:value-of select="fc:say('series')"/></th><th><xsl:value-of select="fc:say('source')"/></th><th>fio</th><th>SHA-256</th></tr>
<xsl:for-each select="series/source"><tr><td><xsl:value-of select="../@label"/></td><td><code><xsl:value-of select="concat(@path, '#', @report)"/></code></td><td><xsl:value-of select="@fio"/></td><td><code><xsl:value-of select="@sha256"/></code></td></tr></xsl:for-each></tbody></table>
</div>
</xsl:template>

<xsl:template match="stream">
<xsl:variable name="number" select="position()"/>
<xsl:variable name="several" select="count(/report/stream) &gt; 1"/>
<h2><xsl:value-of select="concat(@job, ' ', fc:say(@direction))"/></h2>
<xsl:choose><xsl:when test="count(/report/series) &gt; 2"><xsl:call-template name="below-each-other"/></xsl:when><xsl:otherwise><xsl:call-template name="side-by-side"/></xsl:otherwise></xsl:choose>
<xsl:for-each select="chart[@main='yes']"><p><ac:image ac:width="860"><ri:attachment><xsl:attribute name="ri:filename"><xsl:choose><xsl:when test="$several"><xsl:value-of select="concat(@kind, '-', $number, '.png')"/></xsl:when><xsl:otherwise><xsl:value-of select="concat(@kind, '.png')"/></xsl:otherwise></xsl:choose></xsl:attribute></ri:attachment></ac:image></p></xsl:for-each>
</xsl:template>

<xsl:template name="side-by-side">
<table><tbody><tr><th></th><th><xsl:value-of select="$baseline"/></th>
<xsl:for-each select="/report/series[not(@role)]"><th><xsl:value-of select="@label"/></th><th><xsl:value-of select="concat(@label, '/', $baseline)"/></th><th><xsl:value-of select="fc:say('bounds')"/></th><th><xsl:value-of select="fc:say('in words')"/></th><th><xsl:value-of select="fc:say('verdict')"/></th></xsl:for-each><xsl:if test="metric/@noise"><th><xsl:value-of select="fc:say('noise floor')"/></th></xsl:if></tr>
<xsl:for-each select="metric[@shown='yes']"><xsl:variable name="row" select="."/>
<tr><td><xsl:value-of select="@title"/></td><td><xsl:value-of select="value[@series=$baseline]/@text"/></td>
<xsl:for-each select="/report/series[not(@role)]"><xsl:variable name="ratio" select="$row/ratio[@series=current()/@label]"/>
<td><xsl:value-of select="$row/value[@series=current()/@label]/@text"/></td><td><strong><xsl:value-of select="$ratio/@text"/></strong></td><td><xsl:value-of select="$ratio/@bounds"/></td><td><xsl:value-of select="$ratio/@words"/></td><td><xsl:value-of select="fc:say($ratio/@verdict)"/></td></xsl:for-each><xsl:if test="../metric/@noise"><td><xsl:value-of select="@noise"/></td></xsl:if></tr></xsl:for-each></tbody></table>
</xsl:template>

<!-- The first metric in full, a row a series; then the others, figure and ratio in one cell. -->
<xsl:template name="below-each-other">
<xsl:variable name="first" select="metric[@shown='yes'][1]"/>
<xsl:variable name="rest" select="metric[@shown='yes'][position() &gt; 1]"/>
<table><tbody><tr><th></th><th><xsl:value-of select="$first/@title"/></th><th><xsl:value-of select="fc:say('over %1', $baseline)"/></th><th><xsl:value-of select="fc:say('bounds')"/></th><th><xsl:value-of select="fc:say('in words')"/></th><th><xsl:value-of select="fc:say('verdict')"/></th></tr>
<xsl:for-each select="/report/series"><xsl:variable name="ratio" select="$first/ratio[@series=current()/@label]"/>
<tr><th><xsl:value-of select="@label"/></th><td><xsl:value-of select="$first/value[@series=current()/@label]/@text"/></td><td><strong><xsl:value-of select="$ratio/@text"/></strong></td><td><xsl:value-of select="$ratio/@bounds"/></td><td><xsl:value-of select="$ratio/@words"/></td>
<td><xsl:if test="$ratio"><xsl:value-of select="fc:say($ratio/@verdict)"/></xsl:if><xsl:if test="@role and $first/@noise"><xsl:value-of select="concat(fc:say('noise floor'), ' ', $first/@noise)"/></xsl:if></td></tr></xsl:for-each></tbody></table>
<table><tbody><tr><th></th><xsl:for-each select="$rest"><th><xsl:value-of select="@title"/></th></xsl:for-each></tr>
<xsl:for-each select="/report/series"><xsl:variable name="label" select="@label"/>
<tr><th><xsl:value-of select="$label"/></th><xsl:for-each select="$rest"><td><xsl:value-of select="value[@series=$label]/@text"/><xsl:for-each select="ratio[@series=$label]"><br/><strong><xsl:value-of select="@text"/><xsl:if test="@sign"><xsl:value-of select="concat(' ', @sign)"/></xsl:if></strong></xsl:for-each></td></xsl:for-each></tr></xsl:for-each></tbody></table>
<xsl:if test="$rest/ratio/@sign"><p><xsl:value-of select="fc:say('+ better, - worse, = the same, ? cannot tell')"/></p></xsl:if>
</xsl:template>
</xsl:stylesheet>
