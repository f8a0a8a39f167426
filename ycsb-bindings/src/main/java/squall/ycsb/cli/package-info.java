/** The command {@code bin/ycsb}: reads its arguments, wires load, engine and reports together, and judges the run; its shell; and CoreWorkload as a workload that other commands drive. */
@NullMarked
package squall.ycsb.cli;

import org.jspecify.annotations.NullMarked;
