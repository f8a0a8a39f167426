package squall.testbed.cassandra;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import squall.system.StateFolder;

/** What a node needs to run: Cassandra's jars, and a JDK that they run on. */
record CassandraInstallation(CassandraJars jars, NodeJdk jdk) {
    /** Finds the JDK first: without one the jars need not be downloaded. */
    static CassandraInstallation in(StateFolder state, String version, Consumer<String> say)
            throws IOException, InterruptedException {
        NodeJdk jdk = NodeJdk.find(System.getenv(), Path.of("/"));
        return new CassandraInstallation(CassandraJars.in(state, version, say), jdk);
    }
}
