package squall.sql.metrics;

import java.io.IOException;
import java.net.URI;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import squall.spi.Instrument;
import squall.sql.Dialects;
import squall.sql.PlainSql;
import squall.sql.SqlDatabase;
import squall.sql.SqlDialect;
import squall.system.usage.HostInstrument;
import squall.system.usage.HostInstrument.Place;
import squall.system.usage.HostInstrument.ServerSearch;

/** Factory of the instruments of a database over JDBC. */
public final class SqlInstruments {
    private SqlInstruments() {}

    /**
     * Creates the instruments of each of its servers; as {@link squall.spi.Load#instruments}.
     *
     * @param pages where the servers publish their metrics; empty: on the usual ports of the hosts of the address
     */
    public static List<Instrument> of(SqlDatabase database, List<URI> pages) {
        return of(List.of(database), pages);
    }

    /**
     * Creates the instruments of each server of all these databases, which are of one dialect; a server that several of them share is read
     * once.
     */
    public static List<Instrument> of(List<SqlDatabase> databases, List<URI> pages) {
        SqlDialect dialect = databases.getFirst().dialect();
        List<String> endpoints = databases.stream()
                .flatMap(database -> database.endpoints().stream())
                .distinct()
                .toList();
        return switch (dialect.language()) {
            case COCKROACHDB -> PrometheusPages.COCKROACH.instruments(endpoints, pages);
            case YUGABYTEDB -> PrometheusPages.YSQL.instruments(endpoints, pages);
            case MYSQL -> {
                refuse(pages, dialect.product());
                yield databases.stream()
                        .flatMap(database -> database.endpoints().stream()
                                .map(endpoint -> (Instrument) new GlobalStatus(database, endpoint)))
                        .toList();
            }
            case POSTGRESQL, STANDARD -> {
                // What only understands PostgreSQL's statements need not have its statistics views.
                boolean postgres = dialect.equals(Dialects.POSTGRES);
                refuse(pages, postgres ? "PostgreSQL" : "this database");
                yield postgres ? postgres(databases) : List.of();
            }
        };
    }

    private static List<Instrument> postgres(List<SqlDatabase> databases) {
        return PostgresServers.of(databases).stream()
                .flatMap(server -> Stream.of(
                        new StatisticsViews(server.database(), server.endpoint(), server.names()),
                        new HostInstrument(
                                server.endpoint(), new LocalPostgresSearch(server.database(), server.endpoint()))))
                .toList();
    }

    private static void refuse(List<URI> pages, String who) {
        if (!pages.isEmpty()) {
            throw new IllegalArgumentException(who + " has no Prometheus page that Squall can read: omit " + pages);
        }
    }

    /**
     * Server of PostgreSQL that has one or several databases of a run.
     *
     * @param database the first of them, over which the server is queried
     * @param endpoint the server's, as that database names it
     * @param names of its databases; empty: the connected one
     */
    record PostgresServers(SqlDatabase database, String endpoint, List<String> names) {
        /** Query for the identity: the same server under another name or port has the same, a standby of it another one. */
        private static final String IDENTITY =
                "SELECT current_database(), (SELECT system_identifier FROM pg_control_system()) || ' ' || pg_postmaster_start_time()";

        PostgresServers {
            names = List.copyOf(names);
        }

        /** Identity that a server reports, and the database that was queried. */
        private record ServerIdentity(String database, String server) {}

        static List<PostgresServers> of(List<SqlDatabase> databases) {
            if (databases.size() == 1) {
                SqlDatabase only = databases.getFirst();
                return only.endpoints().stream()
                        .map(endpoint -> new PostgresServers(only, endpoint, List.of()))
                        .toList();
            }
            Map<String, PostgresServers> servers = new LinkedHashMap<>();
            for (SqlDatabase database : databases) {
                for (String endpoint : database.endpoints()) {
                    ServerIdentity identity = identity(database, endpoint);
                    servers.merge(
                            identity.server(),
                            new PostgresServers(
                                    database,
                                    endpoint,
                                    identity.database().isEmpty() ? List.of() : List.of(identity.database())),
                            PostgresServers::and);
                }
            }
            return List.copyOf(servers.values());
        }

        private PostgresServers and(PostgresServers same) {
            List<String> all = new ArrayList<>(names);
            same.names.stream().filter(name -> !all.contains(name)).forEach(all::add);
            return new PostgresServers(database, endpoint, all);
        }

        /** Returns the identity of a server; its address if it reports none. */
        private static ServerIdentity identity(SqlDatabase database, String endpoint) {
            try (Connection connection = database.watch(endpoint)) {
                return PlainSql.row(
                        connection, IDENTITY, row -> new ServerIdentity(row.getString(1), row.getString(2)));
            } catch (SQLException e) {
                return new ServerIdentity("", endpoint);
            }
        }
    }

    /**
     * Search for a PostgreSQL server on this machine: its folder is here, and the process that the folder names works in it. A server of
     * the same folder elsewhere, or in a container, is not mistaken for it.
     */
    private static final class LocalPostgresSearch implements ServerSearch {
        private final SqlDatabase database;
        private final String endpoint;
        private @Nullable Path folder;
        private @Nullable Place elsewhere;

        LocalPostgresSearch(SqlDatabase database, String endpoint) {
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
                    ? new Place.Elsewhere("this user may not read the server's data_directory")
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
                return new Place.Elsewhere("this user may not read " + e.getFile());
            } catch (NoSuchFileException e) {
                return elsewhere(candidate);
            }
        }

        private static Place elsewhere(Path candidate) {
            return new Place.Elsewhere("no server of this machine uses " + candidate);
        }

        private static long pid(Path folder) throws IOException {
            String first = Files.readString(folder.resolve("postmaster.pid"))
                    .lines()
                    .findFirst()
                    .orElse("");
            if (!first.strip().matches("\\d{1,10}")) {
                throw new IOException(folder.resolve("postmaster.pid") + " contains no process id");
            }
            return Long.parseLong(first.strip());
        }

        private Optional<String> asked() throws IOException {
            try (Connection connection = database.watch(endpoint)) {
                return PlainSql.first(
                        connection,
                        "SELECT setting FROM pg_settings WHERE name = 'data_directory'",
                        row -> row.getString(1));
            } catch (SQLException e) {
                throw new IOException(endpoint + ": " + StatementInstrument.reason(e), e);
            }
        }
    }
}
