/** What probes do to a database: the same on every kind of it. */
@NullMarked
package squall.adversity.probe.store;

import org.jspecify.annotations.NullMarked;
