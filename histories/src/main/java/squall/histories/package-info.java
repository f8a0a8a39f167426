/** Histories that another tool wrote, for {@code bin/report isolation}. */
@NullMarked
package squall.histories;

import org.jspecify.annotations.NullMarked;
