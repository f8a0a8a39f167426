/** Report as one HTML page that makes no network request: tables as markup, charts drawn from data inside the page. */
@NullMarked
package squall.report.html;

import org.jspecify.annotations.NullMarked;
