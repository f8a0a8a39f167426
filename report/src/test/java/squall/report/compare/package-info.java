/** Tests. */
@NullMarked
package squall.report.compare;

import org.jspecify.annotations.NullMarked;
