/** Bulk load over JDBC: rows in chunks, by COPY or in batches, with an outcome for each. */
@NullMarked
package squall.sql.bulk;

import org.jspecify.annotations.NullMarked;
