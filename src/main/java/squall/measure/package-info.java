/** Aggregation of samples to seconds, windows and summaries; pure: no clock, no thread, no file. */
@NullMarked
package squall.measure;

import org.jspecify.annotations.NullMarked;
