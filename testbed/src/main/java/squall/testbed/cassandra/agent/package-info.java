/**
 * Agent that runs inside a Cassandra node, together with Byteman: the only classes of Squall that another JVM loads, so they are compiled
 * for Java 11.
 */
@NullMarked
package squall.testbed.cassandra.agent;

import org.jspecify.annotations.NullMarked;
