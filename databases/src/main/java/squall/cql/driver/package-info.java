/** CQL driver configuration: the nodes, the settings, certificates, and the choice of the node for a row. */
@NullMarked
package squall.cql.driver;

import org.jspecify.annotations.NullMarked;
