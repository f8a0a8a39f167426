@NullMarked
package squall.sysbench.kv;

import org.jspecify.annotations.NullMarked;
