/** Tests. */
@NullMarked
package squall.report.trace;

import org.jspecify.annotations.NullMarked;
