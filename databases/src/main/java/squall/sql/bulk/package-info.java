/** Bulk load over JDBC: rows in chunks, by COPY or in batches, each accounted for. */
@NullMarked
package squall.sql.bulk;

import org.jspecify.annotations.NullMarked;
