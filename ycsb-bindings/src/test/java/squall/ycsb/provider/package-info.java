/** Tests of the load that YCSB's workloads are offered as. */
@NullMarked
package squall.ycsb.provider;

import org.jspecify.annotations.NullMarked;
