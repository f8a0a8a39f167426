/** Tests of {@code squall.ycsb.stamp}. */
@NullMarked
package squall.ycsb.stamp;

import org.jspecify.annotations.NullMarked;
