/** The jdbc binding: tables of keys and values behind JDBC. */
@NullMarked
package squall.ycsb.jdbc;

import org.jspecify.annotations.NullMarked;
