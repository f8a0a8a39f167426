/** Statistics of two small sets of runs, and of a series of them: exact rank tests, shifts, intervals, corrections, change points; pure. */
@NullMarked
package squall.report.statistics;

import org.jspecify.annotations.NullMarked;
