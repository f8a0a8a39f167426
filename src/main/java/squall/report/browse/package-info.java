/** A folder of runs as pages: the list of its runs, and a run while it is under way. */
@NullMarked
package squall.report.browse;

import org.jspecify.annotations.NullMarked;
