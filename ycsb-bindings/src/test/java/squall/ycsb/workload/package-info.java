/** Tests of {@code squall.ycsb.workload}. */
@NullMarked
package squall.ycsb.workload;

import org.jspecify.annotations.NullMarked;
