/** The command {@code bin/ycsb}: reads its arguments, wires load, engine and reports together, and judges the run; and its shell. */
@NullMarked
package squall.ycsb.cli;

import org.jspecify.annotations.NullMarked;
