/** Tables of keys and values as a workload sees them, whatever database holds them. */
@NullMarked
package squall.ycsb.store;

import org.jspecify.annotations.NullMarked;
