/** Data of charts: the seconds, latencies, heat and percentile curves of a run as plain numbers. */
@NullMarked
package squall.report.chart;

import org.jspecify.annotations.NullMarked;
