/** Tests. */
@NullMarked
package squall.report.html;

import org.jspecify.annotations.NullMarked;
