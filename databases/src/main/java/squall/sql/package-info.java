/** Connections over JDBC that reconnect themselves, dialects, error classification and bulk load. */
@NullMarked
package squall.sql;

import org.jspecify.annotations.NullMarked;
