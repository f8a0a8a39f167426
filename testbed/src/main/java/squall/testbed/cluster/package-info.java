/** Parts that all clusters of database nodes on this machine share: folder, note, nodes, lock, life cycle. */
@NullMarked
package squall.testbed.cluster;

import org.jspecify.annotations.NullMarked;
