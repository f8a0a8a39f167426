/**
 * Presentation of results: the summary at the end of a run, the table of its phases, the adversity score, a run as a trace. Values in,
 * lines out; no file, no clock.
 */
@NullMarked
package squall.report;

import org.jspecify.annotations.NullMarked;
