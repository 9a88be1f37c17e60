fiocompare show docs/report.png
