/** Formats of a report: text, Markdown, CSV, JSON, JUnit XML or a page; all written from the same model. */
@NullMarked
package squall.report.format;

import org.jspecify.annotations.NullMarked;
