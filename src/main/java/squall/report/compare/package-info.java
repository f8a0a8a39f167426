/** Two handfuls of runs side by side: what may be compared, metric by metric what is shown by it, and how that is told; pure. */
@NullMarked
package squall.report.compare;

import org.jspecify.annotations.NullMarked;
