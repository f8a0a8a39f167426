package squall.cql.metrics;

import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import squall.cql.CqlDatabase;

/** What a node tells of where it is and how it is managed. */
record NodeProperties(CqlDatabase database, Node node) {
    private static final String LOCAL_PORT = "cassandra.jmx.local.port";
    private static final String PASSWORDS = "com.sun.management.jmxremote.password.file";

    /** The port for management that it opens for this machine alone; empty if it has none. */
    Optional<Integer> managementPort() throws IOException, InterruptedException {
        return property(LOCAL_PORT).filter(port -> port.matches("\\d{1,5}")).map(Integer::parseInt);
    }

    /** The password file of that port, if it is on this machine; a user who may read it may use the port. */
    Optional<Path> passwords() throws IOException, InterruptedException {
        return property(PASSWORDS).map(Path::of).filter(Files::isReadable);
    }

    /** The folders of data and of the log of writes, if this machine has them. */
    List<Path> folders() throws IOException, InterruptedException {
        return Stream.concat(dataFolders().stream(), readable(setting("commitlog_directory")))
                .distinct()
                .toList();
    }

    /** The folders that tables are spread over, if this machine has them. */
    List<Path> dataFolders() throws IOException, InterruptedException {
        return readable(setting("data_file_directories")).toList();
    }

    private static Stream<Path> readable(Optional<String> setting) {
        return setting.stream()
                .flatMap(text -> Stream.of(text.replaceAll("[\\[\\]]", "").split(",", -1)))
                .map(String::strip)
                .filter(text -> !text.isEmpty())
                .map(Path::of)
                .filter(Files::isReadable);
    }

    private Optional<String> property(String name) throws IOException, InterruptedException {
        return value("SELECT value FROM system_views.system_properties WHERE name = '" + name + "'");
    }

    private Optional<String> setting(String name) throws IOException, InterruptedException {
        return value("SELECT value FROM system_views.settings WHERE name = '" + name + "'");
    }

    private Optional<String> value(String cql) throws IOException, InterruptedException {
        List<Row> rows = database.look(node, cql);
        return rows.isEmpty()
                ? Optional.empty()
                : Optional.ofNullable(rows.getFirst().getString("value"));
    }
}
