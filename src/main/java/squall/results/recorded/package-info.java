/**
 * Recorded runs, read back from their directories: completely, in outline, or as the ticks and results that merging and comparing start
 * from.
 */
@NullMarked
package squall.results.recorded;

import org.jspecify.annotations.NullMarked;
