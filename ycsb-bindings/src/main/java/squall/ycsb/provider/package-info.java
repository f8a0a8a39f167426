/** CoreWorkload as a load that other commands drive. */
@NullMarked
package squall.ycsb.provider;

import org.jspecify.annotations.NullMarked;
