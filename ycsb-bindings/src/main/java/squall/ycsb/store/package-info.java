/** Tables of keys and values as a workload sees them, and the one that lives behind JDBC. */
@NullMarked
package squall.ycsb.store;

import org.jspecify.annotations.NullMarked;
