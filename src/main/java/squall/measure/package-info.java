/** From samples to seconds, windows and summaries: values in, values out; no clock, no thread, no file. */
@NullMarked
package squall.measure;

import org.jspecify.annotations.NullMarked;
