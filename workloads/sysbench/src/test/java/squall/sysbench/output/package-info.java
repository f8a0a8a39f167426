@NullMarked
package squall.sysbench.output;

import org.jspecify.annotations.NullMarked;
