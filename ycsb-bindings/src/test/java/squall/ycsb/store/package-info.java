/** Tests of {@code squall.ycsb.store}. */
@NullMarked
package squall.ycsb.store;

import org.jspecify.annotations.NullMarked;
