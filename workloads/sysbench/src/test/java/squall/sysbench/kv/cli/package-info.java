@NullMarked
package squall.sysbench.kv.cli;

import org.jspecify.annotations.NullMarked;
