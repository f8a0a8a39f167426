/** Tests of the ycql binding. */
@NullMarked
package squall.ycsb.cql;

import org.jspecify.annotations.NullMarked;
