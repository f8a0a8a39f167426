/** A report as text, Markdown, CSV, JSON, JUnit XML or a page: the same model, written differently. */
@NullMarked
package squall.report.format;

import org.jspecify.annotations.NullMarked;
