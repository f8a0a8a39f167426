/** What a database told of its own work, put together for a stretch of a run; pure. */
@NullMarked
package squall.measure.server;

import org.jspecify.annotations.NullMarked;
