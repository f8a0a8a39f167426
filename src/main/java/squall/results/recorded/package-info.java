/** A recorded run, read back from its directory: whole, in outline, or as the ticks and results that merging and comparing start from. */
@NullMarked
package squall.results.recorded;

import org.jspecify.annotations.NullMarked;
