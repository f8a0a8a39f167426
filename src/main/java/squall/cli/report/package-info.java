/** {@code bin/report}: what can be made of runs that are over. */
@NullMarked
package squall.cli.report;

import org.jspecify.annotations.NullMarked;
