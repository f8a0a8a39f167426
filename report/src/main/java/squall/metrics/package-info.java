/** Metrics of the run for a monitoring system; no report depends on them. */
@NullMarked
package squall.metrics;

import org.jspecify.annotations.NullMarked;
