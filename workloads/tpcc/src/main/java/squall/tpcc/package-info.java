/** Types that all parts of TPC-C share. Clause numbers are those of revision 5.11 of the specification. */
@NullMarked
package squall.tpcc;

import org.jspecify.annotations.NullMarked;
