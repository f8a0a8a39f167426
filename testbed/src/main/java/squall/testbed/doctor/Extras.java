package squall.testbed.doctor;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import squall.testbed.cassandra.NodeJdk;
import squall.testbed.patroni.Programs;

/** What single commands need, from other hands. */
record Extras(Tools tools, Map<String, String> environment) {
    private static final List<String> BROWSERS = List.of("chromium", "chromium-browser", "google-chrome");

    Section section() {
        return new Section(
                "Databases and tools for single commands",
                List.of(
                        Check.special(
                                "Cassandra's JDK",
                                "bin/testbed up cassandra; its nodes run on Java 17 or 11",
                                "apt-get install openjdk-17-jre-headless, or set CASSANDRA_JAVA_HOME",
                                this::cassandraJdk),
                        Check.special(
                                "Maven",
                                "building from sources, and fetching Cassandra once",
                                "apt-get install maven",
                                () -> tools.version("mvn", "--version")),
                        Check.special(
                                "Docker engine",
                                "CockroachDB, YugabyteDB and the other composed clusters",
                                "apt-get install docker.io docker-compose-v2, and an engine that runs",
                                this::docker),
                        Check.special(
                                "Patroni",
                                "postgres-ha with real elections (--manager patroni)",
                                "apt-get install --no-install-recommends patroni etcd-server postgresql",
                                this::patroni),
                        Check.special(
                                "ssh",
                                "clusters of an inventory file",
                                "apt-get install openssh-client",
                                () -> tools.version("ssh", "-V")),
                        Check.special(
                                "kubectl",
                                "looking after clusters in Kubernetes by hand",
                                "https://kubernetes.io/docs/tasks/tools",
                                () -> tools.version("kubectl", "version", "--client")),
                        Check.special(
                                "Chromium", "testing the report's page", "apt-get install chromium", this::browser)));
    }

    private Answer cassandraJdk() throws IOException {
        NodeJdk jdk = NodeJdk.find(environment, Path.of("/"));
        return new Answer.Ok("Java " + jdk.major() + " in " + jdk.home());
    }

    /** A client alone runs nothing. */
    private Answer docker() throws IOException, InterruptedException {
        tools.require("docker");
        try {
            return tools.version("docker", "version", "--format", "{{.Server.Version}}");
        } catch (IOException e) {
            throw new IOException("there is a docker client, and no engine answers it", e);
        }
    }

    /** Patroni alone keeps nothing: it wants etcd, and a whole PostgreSQL. */
    private Answer patroni() throws IOException, InterruptedException {
        Programs programs = Programs.here();
        Answer version = tools.version("patroni", "--version");
        return version instanceof Answer.Ok(String said)
                ? new Answer.Ok(said + ", etcd, PostgreSQL in " + programs.postgres())
                : version;
    }

    private Answer browser() throws IOException, InterruptedException {
        Optional<Path> found =
                BROWSERS.stream().map(tools::find).flatMap(Optional::stream).findFirst();
        if (found.isEmpty()) {
            throw new IOException("there is no " + String.join(" and no ", BROWSERS) + " on the PATH");
        }
        return tools.version(found.get().getFileName().toString(), "--version");
    }
}
