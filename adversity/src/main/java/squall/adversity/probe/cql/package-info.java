/** The probes' tables over CQL. */
@NullMarked
package squall.adversity.probe.cql;

import org.jspecify.annotations.NullMarked;
