/** Server behind {@code bin/report serve}: reads a folder of runs, never writes to it. */
@NullMarked
package squall.cli.report.serve;

import org.jspecify.annotations.NullMarked;
