/** Monitors the database during the load: reads its instruments on separate threads, and never delays a run. */
@NullMarked
package squall.engine.monitor;

import org.jspecify.annotations.NullMarked;
