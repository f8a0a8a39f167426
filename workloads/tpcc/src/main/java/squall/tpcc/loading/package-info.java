/** Loader of the population: in parallel, each warehouse as a whole or not at all, and from where an earlier load stopped. */
@NullMarked
package squall.tpcc.loading;

import org.jspecify.annotations.NullMarked;
