@NullMarked
package squall.tpcc.terminal;

import org.jspecify.annotations.NullMarked;
