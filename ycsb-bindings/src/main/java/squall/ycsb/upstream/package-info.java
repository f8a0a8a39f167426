/** Workloads and databases of third parties, compiled against YCSB 0.17.0: run as they are, timed by Squall. */
@NullMarked
package squall.ycsb.upstream;

import org.jspecify.annotations.NullMarked;
