/** Tests of {@code squall.ycsb.cli}. */
@NullMarked
package squall.ycsb.cli;

import org.jspecify.annotations.NullMarked;
