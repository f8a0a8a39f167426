/** Squall's TPC-C as a benchmark of BenchBase: its transactions, its data and its terminals, driven by BenchBase. */
@NullMarked
package squall.benchbase.plugin;

import org.jspecify.annotations.NullMarked;
