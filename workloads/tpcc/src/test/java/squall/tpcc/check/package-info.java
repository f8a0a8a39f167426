@NullMarked
package squall.tpcc.check;

import org.jspecify.annotations.NullMarked;
