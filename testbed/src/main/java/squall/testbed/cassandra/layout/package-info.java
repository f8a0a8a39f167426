/** Layout of a Cassandra cluster before it runs: its shape and ring, the addresses, tokens and keys of its nodes, its folders, its JDK. */
@NullMarked
package squall.testbed.cassandra.layout;

import org.jspecify.annotations.NullMarked;
