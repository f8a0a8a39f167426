/** {@code bin/report}: what can be made of runs that are over. */
@NullMarked
package squall.report.cli;

import org.jspecify.annotations.NullMarked;
