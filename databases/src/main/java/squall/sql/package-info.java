/** Databases over JDBC: sessions on connections that reconnect themselves, dialects, and the classification of errors. */
@NullMarked
package squall.sql;

import org.jspecify.annotations.NullMarked;
