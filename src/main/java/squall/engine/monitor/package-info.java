/** Monitoring of the database during the load: instruments are read on threads of their own, and never delay a run. */
@NullMarked
package squall.engine.monitor;

import org.jspecify.annotations.NullMarked;
