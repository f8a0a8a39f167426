/** Tests of {@code squall.ycsb.binding}. */
@NullMarked
package squall.ycsb.binding;

import org.jspecify.annotations.NullMarked;
