/** Tests. */
@NullMarked
package squall.sql.metrics;

import org.jspecify.annotations.NullMarked;
