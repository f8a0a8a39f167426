/** The run as meters for a monitoring system; a copy for watching, of which no report depends. */
@NullMarked
package squall.metrics;

import org.jspecify.annotations.NullMarked;
