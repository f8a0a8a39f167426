/** Databases over JDBC: sessions on connections that reconnect themselves, dialects, and what an error means. */
@NullMarked
package squall.sql;

import org.jspecify.annotations.NullMarked;
