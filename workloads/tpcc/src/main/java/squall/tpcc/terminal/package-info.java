/** Simulated users of TPC-C: the transaction that each asks for, its input, and the keying and think times. Pure. */
@NullMarked
package squall.tpcc.terminal;

import org.jspecify.annotations.NullMarked;
