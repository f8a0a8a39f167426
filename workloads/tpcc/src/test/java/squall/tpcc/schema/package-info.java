@NullMarked
package squall.tpcc.schema;

import org.jspecify.annotations.NullMarked;
