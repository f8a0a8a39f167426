/** Command {@code bin/report}: reports, comparisons, merges and imports of runs. */
@NullMarked
package squall.cli.report;

import org.jspecify.annotations.NullMarked;
