/** Squall's databases as classes of the public YCSB interface, for workloads that only know that. */
@NullMarked
package squall.ycsb.binding;

import org.jspecify.annotations.NullMarked;
