package squall.sql.metrics;

import java.net.URI;
import java.util.List;
import java.util.stream.Stream;
import squall.host.usage.HostInstrument;
import squall.spi.Instrument;
import squall.sql.Dialect;
import squall.sql.Dialects;
import squall.sql.SqlDatabase;

/** Which instruments a database over JDBC has. */
public final class SqlInstruments {
    private SqlInstruments() {}

    /**
     * For each of its servers; as {@link squall.spi.Load#instruments}.
     *
     * @param pages where the servers publish their figures; empty: on the usual ports of the hosts of the address
     */
    public static List<Instrument> of(SqlDatabase database, List<URI> pages) {
        return of(List.of(database), pages);
    }

    /** For each server of all these databases, which are of one dialect; a server that several of them share is read once. */
    public static List<Instrument> of(List<SqlDatabase> databases, List<URI> pages) {
        Dialect dialect = databases.getFirst().dialect();
        List<String> endpoints = databases.stream()
                .flatMap(database -> database.endpoints().stream())
                .distinct()
                .toList();
        return switch (dialect.language()) {
            case COCKROACHDB -> Pages.COCKROACH.instruments(endpoints, pages);
            case YUGABYTEDB -> Pages.YSQL.instruments(endpoints, pages);
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
                        new HostInstrument(server.endpoint(), new PostgresPlace(server.database(), server.endpoint()))))
                .toList();
    }

    private static void refuse(List<URI> pages, String who) {
        if (!pages.isEmpty()) {
            throw new IllegalArgumentException(
                    who + " publishes no page for Prometheus whose figures are known here: leave " + pages + " out");
        }
    }
}
