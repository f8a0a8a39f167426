/** Operations of the probes on a database, the same on every kind of it, over SQL and over CQL. */
@NullMarked
package squall.adversity.probe.store;

import org.jspecify.annotations.NullMarked;
