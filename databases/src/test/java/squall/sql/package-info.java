/** Tests of the JDBC layer. */
@NullMarked
package squall.sql;

import org.jspecify.annotations.NullMarked;
