@NullMarked
package squall.tpcc.loading;

import org.jspecify.annotations.NullMarked;
