/** Set of transactions of TPC-C as statements on one connection, each in as few round trips as its rules allow. */
@NullMarked
package squall.tpcc.transaction;

import org.jspecify.annotations.NullMarked;
