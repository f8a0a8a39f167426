/**
 * Comparison of two sets of runs: which may be compared, the finding on each metric, and its report; and the trend over a series of runs:
 * where they changed for good. Pure.
 */
@NullMarked
package squall.report.compare;

import org.jspecify.annotations.NullMarked;
