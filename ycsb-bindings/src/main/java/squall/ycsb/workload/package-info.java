/** CoreWorkload on Squall's own engine: the same keys, values and distributions, without shared state, a function of the seed. */
@NullMarked
package squall.ycsb.workload;

import org.jspecify.annotations.NullMarked;
