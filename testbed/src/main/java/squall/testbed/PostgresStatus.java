package squall.testbed;

import java.nio.file.Path;
import java.time.Instant;

/** How an embedded server is found. */
public sealed interface PostgresStatus {
    /** Nothing has been made under this name. */
    record NeverMade() implements PostgresStatus {}

    /** There is data, but no server. @param version of PostgreSQL that made the data */
    record Stopped(String version, Path data) implements PostgresStatus {}

    /** The server runs. @param version of PostgreSQL that made the data */
    record Running(String version, Path data, long pid, int port, Instant since) implements PostgresStatus {}
}
