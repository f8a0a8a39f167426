/** Brings the population into the database: in parallel, in one piece or not at all, and from where it stopped. */
@NullMarked
package squall.tpcc.loading;

import org.jspecify.annotations.NullMarked;
