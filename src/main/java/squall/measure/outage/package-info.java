/** Anatomy of an outage: its parts, each with its evidence, on the time axis of the run; pure. */
@NullMarked
package squall.measure.outage;

import org.jspecify.annotations.NullMarked;
