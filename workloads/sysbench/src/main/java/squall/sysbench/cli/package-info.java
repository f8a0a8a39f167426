/** {@code bin/sysbench} and what it prints, and sysbench's tests as a load of other commands. */
@NullMarked
package squall.sysbench.cli;

import org.jspecify.annotations.NullMarked;
