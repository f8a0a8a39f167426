package squall.ycsb.cli;

import java.time.Duration;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.DockerImageName;

/** Database that is distributed and understands SQL, as one container of its maker's image. */
enum DistributedDatabase {
    COCKROACHDB("cockroachdb/cockroach:v25.4.1", 26257, "root", "defaultdb", "start-single-node --insecure"),
    YUGABYTEDB(
            "yugabytedb/yugabyte:2025.1.0.1-b3",
            5433,
            "yugabyte",
            "yugabyte",
            "bin/yugabyted start --background=false");

    private final String image;
    private final int port;
    private final String user;
    private final String database;
    private final String command;

    DistributedDatabase(String image, int port, String user, String database, String command) {
        this.image = image;
        this.port = port;
        this.user = user;
        this.database = database;
        this.command = command;
    }

    String user() {
        return user;
    }

    /** Creates a container that is not started yet; it is ready when its SQL port accepts connections. */
    GenericContainer<?> container() {
        return new GenericContainer<>(DockerImageName.parse(image))
                .withCommand(command)
                .withExposedPorts(port)
                .waitingFor(Wait.forListeningPort().withStartupTimeout(Duration.ofMinutes(3)));
    }

    String url(GenericContainer<?> running) {
        return "jdbc:postgresql://" + running.getHost() + ":" + running.getMappedPort(port) + "/" + database
                + "?sslmode=disable";
    }
}
