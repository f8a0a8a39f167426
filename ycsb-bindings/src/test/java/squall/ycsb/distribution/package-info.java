/** Tests of {@code squall.ycsb.distribution}. */
@NullMarked
package squall.ycsb.distribution;

import org.jspecify.annotations.NullMarked;
