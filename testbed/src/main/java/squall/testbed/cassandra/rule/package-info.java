/**
 * Rules by which Byteman changes the behaviour of a Cassandra node: of its links and its disk, each with a deadline inside the node; pure.
 */
@NullMarked
package squall.testbed.cassandra.rule;

import org.jspecify.annotations.NullMarked;
