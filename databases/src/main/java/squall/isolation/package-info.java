/** Measurement of isolation: transactions are generated, sent over SQL or CQL, recorded as a history and checked. */
@NullMarked
package squall.isolation;

import org.jspecify.annotations.NullMarked;
