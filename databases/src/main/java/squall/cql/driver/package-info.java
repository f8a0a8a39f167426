/** The CQL driver and what it is told: the nodes, the settings, certificates, and which node a row is asked of. */
@NullMarked
package squall.cql.driver;

import org.jspecify.annotations.NullMarked;
