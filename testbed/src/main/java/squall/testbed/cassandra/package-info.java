/** Apache Cassandra from Maven Central: nodes on this machine, each with its own JVM and folder. */
@NullMarked
package squall.testbed.cassandra;

import org.jspecify.annotations.NullMarked;
