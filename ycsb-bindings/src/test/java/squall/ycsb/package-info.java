/** Tests of {@code squall.ycsb}. */
@NullMarked
package squall.ycsb;

import org.jspecify.annotations.NullMarked;
