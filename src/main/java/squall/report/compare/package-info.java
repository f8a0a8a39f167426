/** Two handfuls of runs side by side: what may be compared, metric by metric what is shown by it, and how that is told; and many runs in a row: where they changed for good. Pure. */
@NullMarked
package squall.report.compare;

import org.jspecify.annotations.NullMarked;
