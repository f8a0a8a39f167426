/** A run as a trace, for Perfetto and other programs that show events on a line of time; pure. */
@NullMarked
package squall.report.trace;

import org.jspecify.annotations.NullMarked;
