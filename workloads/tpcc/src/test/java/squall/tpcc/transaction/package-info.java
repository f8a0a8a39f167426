@NullMarked
package squall.tpcc.transaction;

import org.jspecify.annotations.NullMarked;
