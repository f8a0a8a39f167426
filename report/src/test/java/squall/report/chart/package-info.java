/** Tests. */
@NullMarked
package squall.report.chart;

import org.jspecify.annotations.NullMarked;
