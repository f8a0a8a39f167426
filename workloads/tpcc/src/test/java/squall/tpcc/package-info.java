@NullMarked
package squall.tpcc;

import org.jspecify.annotations.NullMarked;
