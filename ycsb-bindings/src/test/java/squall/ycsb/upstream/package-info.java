/** Unchanged classes of YCSB 0.17.0, and some of third parties, run by Squall. */
@NullMarked
package squall.ycsb.upstream;

import org.jspecify.annotations.NullMarked;
