/** Commands run again and again, each time into a run directory of its own. */
@NullMarked
package squall.results.repeat;

import org.jspecify.annotations.NullMarked;
