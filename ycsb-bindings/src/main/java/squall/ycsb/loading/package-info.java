/** The load phase: prepares the table, fills it by COPY, batches or single inserts, accounts for every row, and looks at the result. */
@NullMarked
package squall.ycsb.loading;

import org.jspecify.annotations.NullMarked;
