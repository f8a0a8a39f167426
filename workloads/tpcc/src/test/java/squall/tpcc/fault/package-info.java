/** What TPC-C says and does when its server restarts, stands still, or goes away for good. */
@NullMarked
package squall.tpcc.fault;

import org.jspecify.annotations.NullMarked;
