/** The simulated users of TPC-C: which transaction each asks for, with which input, and how long it types and thinks. Pure. */
@NullMarked
package squall.tpcc.terminal;

import org.jspecify.annotations.NullMarked;
