/** The ycql binding: tables of keys and values behind CQL. */
@NullMarked
package squall.ycsb.cql;

import org.jspecify.annotations.NullMarked;
