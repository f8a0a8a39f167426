@NullMarked
package squall.sysbench.cli;

import org.jspecify.annotations.NullMarked;
