/** A report as one HTML page that asks nothing of any network: tables as markup, charts drawn from data that the page carries. */
@NullMarked
package squall.report.html;

import org.jspecify.annotations.NullMarked;
