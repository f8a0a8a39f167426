package squall.testbed.cassandra;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;
import squall.host.StateFolder;

/** What a node needs to run: Cassandra's jars, and a JDK that they run on. */
record Cassandra(CassandraJars jars, NodeJdk jdk) {
    /** Looks for the JDK first: without one the jars need not be fetched. */
    static Cassandra in(StateFolder state, Map<String, String> environment, Consumer<String> say)
            throws IOException, InterruptedException {
        NodeJdk jdk = NodeJdk.find(environment, Path.of("/"));
        return new Cassandra(CassandraJars.in(state, environment, say), jdk);
    }
}
