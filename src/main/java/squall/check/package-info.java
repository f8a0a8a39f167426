/** Data checks: ledgers of writes, and the comparison of the data that readers saw with the acknowledged writes. */
@NullMarked
package squall.check;

import org.jspecify.annotations.NullMarked;
