/** What probes do to a database, the same on every kind of it, and how: over SQL and over CQL. */
@NullMarked
package squall.adversity.probe.store;

import org.jspecify.annotations.NullMarked;
