/** Apache Cassandra from Maven Central: nodes on this machine, each a JVM of its own with a folder of its own. */
@NullMarked
package squall.testbed.cassandra;

import org.jspecify.annotations.NullMarked;
