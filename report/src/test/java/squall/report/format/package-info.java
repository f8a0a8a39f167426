/** Tests. */
@NullMarked
package squall.report.format;

import org.jspecify.annotations.NullMarked;
