/** Tests of TPC-C while its server restarts, freezes, or goes away for good. */
@NullMarked
package squall.tpcc.fault;

import org.jspecify.annotations.NullMarked;
