package squall.sql.metrics;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import squall.host.usage.HostInstrument.Place;
import squall.host.usage.HostInstrument.Search;
import squall.sql.SqlDatabase;

/**
 * Whether a PostgreSQL server is on this machine: its folder is here, and the process that the folder names works in it. A server of the
 * same folder elsewhere, or in a container, is not mistaken for it.
 */
final class PostgresPlace implements Search {
    private final SqlDatabase database;
    private final String endpoint;
    private @Nullable Path folder;
    private @Nullable Place elsewhere;

    PostgresPlace(SqlDatabase database, String endpoint) {
        this.database = database;
        this.endpoint = endpoint;
    }

    @Override
    public Place place() throws IOException {
        Path known = folder;
        if (known != null) {
            return new Place.Here(OptionalLong.of(pid(known)), List.of(known));
        }
        Place looked = elsewhere == null ? looked() : elsewhere;
        if (looked instanceof Place.Elsewhere) {
            elsewhere = looked; // a server does not move here while it is measured
        }
        return looked;
    }

    private Place looked() throws IOException {
        Optional<String> told = asked();
        return told.isEmpty()
                ? new Place.Elsewhere("this user may not see where the server keeps its data")
                : found(Path.of(told.get()));
    }

    private Place found(Path candidate) throws IOException {
        try {
            long pid = pid(candidate);
            if (!Files.readSymbolicLink(Path.of("/proc/" + pid + "/cwd")).equals(candidate.toRealPath())) {
                return elsewhere(candidate);
            }
            folder = candidate;
            return new Place.Here(OptionalLong.of(pid), List.of(candidate));
        } catch (AccessDeniedException e) {
            return new Place.Elsewhere("this user may not look into " + e.getFile());
        } catch (NoSuchFileException e) {
            return elsewhere(candidate);
        }
    }

    private static Place elsewhere(Path candidate) {
        return new Place.Elsewhere("no server of this machine works in " + candidate);
    }

    private static long pid(Path folder) throws IOException {
        String first = Files.readString(folder.resolve("postmaster.pid"))
                .lines()
                .findFirst()
                .orElse("");
        if (!first.strip().matches("\\d{1,10}")) {
            throw new IOException(folder.resolve("postmaster.pid") + " names no process");
        }
        return Long.parseLong(first.strip());
    }

    private Optional<String> asked() throws IOException {
        try (Connection connection = database.watch(endpoint);
                Statement statement = connection.createStatement();
                ResultSet row =
                        statement.executeQuery("SELECT setting FROM pg_settings WHERE name = 'data_directory'")) {
            return row.next() ? Optional.of(row.getString(1)) : Optional.empty();
        } catch (SQLException e) {
            throw new IOException(endpoint + ": " + SqlWords.of(e), e);
        }
    }
}
