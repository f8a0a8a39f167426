package squall.testbed.doctor;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import squall.testbed.cassandra.CassandraJars;
import squall.testbed.cassandra.layout.NodeJdk;
import squall.testbed.doctor.MachineCheck.CheckAnswer;
import squall.testbed.doctor.MachineCheck.CheckSection;
import squall.testbed.galera.GaleraPrograms;
import squall.testbed.patroni.PatroniPrograms;

/** Section of the checks for databases and tools that only some commands need. */
record OptionalChecks(InstalledTools tools, Map<String, String> environment) {
    private static final List<String> BROWSERS = List.of("chromium", "chromium-browser", "google-chrome");

    CheckSection section() {
        return new CheckSection(
                "Databases and tools for single commands",
                List.of(
                        MachineCheck.special(
                                "Cassandra's JDK",
                                "bin/testbed up cassandra; its nodes run on Java 17 or 11",
                                "apt-get install openjdk-17-jre-headless, or set CASSANDRA_JAVA_HOME",
                                this::cassandraJdk),
                        MachineCheck.special(
                                "Maven",
                                "building from source, and other versions of Cassandra than the usual ones",
                                "apt-get install maven",
                                () -> tools.version("mvn", "--version")),
                        MachineCheck.special(
                                "Docker engine",
                                "CockroachDB, YugabyteDB and the other Compose clusters",
                                "apt-get install docker.io docker-compose-v2, and start the engine",
                                this::docker),
                        MachineCheck.special(
                                "Patroni",
                                "postgres-ha with real elections (--manager patroni)",
                                "apt-get install --no-install-recommends patroni etcd-server postgresql",
                                this::patroni),
                        MachineCheck.special(
                                "MariaDB Galera",
                                "bin/testbed up galera",
                                "RUNLEVEL=1 apt-get install --no-install-recommends mariadb-server galera-4 rsync",
                                this::galera),
                        MachineCheck.special(
                                "ssh",
                                "clusters of an inventory file",
                                "apt-get install openssh-client",
                                () -> tools.version("ssh", "-V")),
                        MachineCheck.special(
                                "kubectl",
                                "managing clusters in Kubernetes manually",
                                "https://kubernetes.io/docs/tasks/tools",
                                () -> tools.version("kubectl", "version", "--client")),
                        MachineCheck.special(
                                "Chromium", "testing the report's page", "apt-get install chromium", this::browser)));
    }

    private CheckAnswer cassandraJdk() throws IOException {
        NodeJdk jdk = NodeJdk.find(CassandraJars.pinned(), environment, Path.of("/"));
        return new CheckAnswer.Ok("Java " + jdk.major() + " in " + jdk.home());
    }

    /** Tests Docker's server: a client alone runs nothing. */
    private CheckAnswer docker() throws IOException, InterruptedException {
        tools.require("docker");
        try {
            return tools.version("docker", "version", "--format", "{{.Server.Version}}");
        } catch (IOException e) {
            throw new IOException("the docker client is installed, but no engine is running", e);
        }
    }

    /** Tests Patroni: it also needs etcd, and a complete PostgreSQL. */
    private CheckAnswer patroni() throws IOException, InterruptedException {
        PatroniPrograms programs = PatroniPrograms.here();
        CheckAnswer version = tools.version("patroni", "--version");
        return version instanceof CheckAnswer.Ok(String said)
                ? new CheckAnswer.Ok(said + ", etcd, PostgreSQL in " + programs.postgres())
                : version;
    }

    /** Tests Galera: the server also needs Galera's library, and rsync for full copies. */
    private CheckAnswer galera() throws IOException, InterruptedException {
        GaleraPrograms programs = GaleraPrograms.here();
        CheckAnswer version = tools.version("mariadbd", "--version");
        return version instanceof CheckAnswer.Ok(String said)
                ? new CheckAnswer.Ok(said + ", " + programs.provider() + ", rsync")
                : version;
    }

    private CheckAnswer browser() throws IOException, InterruptedException {
        Optional<Path> found =
                BROWSERS.stream().map(tools::find).flatMap(Optional::stream).findFirst();
        if (found.isEmpty()) {
            throw new IOException("none of " + String.join(", ", BROWSERS) + " is on the PATH");
        }
        return tools.version(found.get().getFileName().toString(), "--version");
    }
}
