/** Checks of the data of TPC-C: the consistency conditions of clause 3.3, and a lookup of every acknowledged order. */
@NullMarked
package squall.tpcc.check;

import org.jspecify.annotations.NullMarked;
