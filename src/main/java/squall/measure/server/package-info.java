/** The database's own metrics, aggregated over an interval of a run; pure. */
@NullMarked
package squall.measure.server;

import org.jspecify.annotations.NullMarked;
