<?xml version="1.0" encoding="UTF-8"?>
<!-- A trend as one HTML page, with the tables and the style of the report. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:svg="http://www.w3.org/2000/svg" xmlns:fc="urn:fiocompare" exclude-result-prefixes="svg fc">
<xsl:import href="report.xsl"/>

<xsl:template match="/trend">
<html lang="{@lang}">
<head>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta name="color-scheme" content="light dark"/>
<meta name="generator" content="fiocompare {@version}"/>
<title><xsl:value-of select="title"/></title>
<style><xsl:value-of select="style"/></style>
</head>
<body>
<header>
<p class="kicker"><xsl:value-of select="fc:say('Storage trend')"/></p>
<h1><xsl:value-of select="title"/></h1>
</header>
<main>
<figure class="chart"><div class="picture" tabindex="0" role="region" aria-label="{fc:say('a dot a run, the levels as lines')}"><xsl:copy-of select="picture/svg:svg"/></div></figure>
<section aria-labelledby="changes"><h2 id="changes"><xsl:value-of select="fc:say('What changed')"/></h2>
<ul><xsl:for-each select="change"><li><xsl:value-of select="."/></li></xsl:for-each></ul></section>
<section aria-labelledby="runs"><h2 id="runs"><xsl:value-of select="fc:say('The runs')"/></h2>
<div class="scroll" tabindex="0" role="region" aria-label="{fc:say('%1: the figures', fc:say('The runs'))}"><xsl:apply-templates select="table"/></div></section>
<section aria-labelledby="made"><h2 id="made"><xsl:value-of select="fc:say('How it was made')"/></h2>
<p><xsl:value-of select="fc:say('Command:')"/><xsl:text> </xsl:text><code><xsl:value-of select="command"/></code></p></section>
</main>
<footer><p><xsl:value-of select="fc:say('Made by fiocompare %1.', @version)"/></p></footer>
</body>
</html>
</xsl:template>
</xsl:stylesheet>
