/** Compares acknowledged writes with the data: a ledger of writes, and the verdict on what readers saw. */
@NullMarked
package squall.check;

import org.jspecify.annotations.NullMarked;
