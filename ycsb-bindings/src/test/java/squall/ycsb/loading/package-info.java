/** Tests of {@code squall.ycsb.loading}. */
@NullMarked
package squall.ycsb.loading;

import org.jspecify.annotations.NullMarked;
