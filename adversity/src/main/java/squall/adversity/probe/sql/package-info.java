/** The probes' tables over SQL. */
@NullMarked
package squall.adversity.probe.sql;

import org.jspecify.annotations.NullMarked;
