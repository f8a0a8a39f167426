/** Tests of the jdbc binding. */
@NullMarked
package squall.ycsb.jdbc;

import org.jspecify.annotations.NullMarked;
