/** Pages of a folder of runs: the list of its runs, and a run in progress. */
@NullMarked
package squall.report.browse;

import org.jspecify.annotations.NullMarked;
