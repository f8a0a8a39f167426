/** Golden lines of every format. */
@NullMarked
package squall.ycsb.output;

import org.jspecify.annotations.NullMarked;
