/** TPC-C, revision 5.11: the words that all of its parts share. Clause numbers are those of the specification. */
@NullMarked
package squall.tpcc;

import org.jspecify.annotations.NullMarked;
