/** Rules by which Byteman changes what a Cassandra node does: of its links and its disk, each with a deadline inside the node; pure. */
@NullMarked
package squall.testbed.cassandra.rule;

import org.jspecify.annotations.NullMarked;
