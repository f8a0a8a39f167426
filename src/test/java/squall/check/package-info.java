/** Tests of the ledger and its verdicts. */
@NullMarked
package squall.check;

import org.jspecify.annotations.NullMarked;
