@NullMarked
package squall.sysbench;

import org.jspecify.annotations.NullMarked;
