/** Tests. */
@NullMarked
package squall.report.statistics;

import org.jspecify.annotations.NullMarked;
