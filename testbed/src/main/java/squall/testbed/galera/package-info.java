/** MariaDB Galera on this machine: nodes that all accept writes, with quorum and certification at commit. */
@NullMarked
package squall.testbed.galera;

import org.jspecify.annotations.NullMarked;
