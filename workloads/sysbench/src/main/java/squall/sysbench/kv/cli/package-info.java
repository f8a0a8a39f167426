/** {@code bin/kv}, and kv as a load of other commands. */
@NullMarked
package squall.sysbench.kv.cli;

import org.jspecify.annotations.NullMarked;
