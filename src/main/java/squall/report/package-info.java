/** What was measured as text to read: values in, lines out; no file, no clock. */
@NullMarked
package squall.report;

import org.jspecify.annotations.NullMarked;
