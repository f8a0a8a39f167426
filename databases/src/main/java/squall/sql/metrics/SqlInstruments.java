package squall.sql.metrics;

import java.net.URI;
import java.util.List;
import java.util.stream.Stream;
import squall.host.usage.HostInstrument;
import squall.spi.Instrument;
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
        return switch (database.dialect()) {
            case POSTGRES -> {
                refuse(pages, "PostgreSQL");
                yield database.endpoints().stream()
                        .flatMap(endpoint -> postgres(database, endpoint))
                        .toList();
            }
            case COCKROACHDB -> Pages.COCKROACH.instruments(database.endpoints(), pages);
            case YUGABYTEDB -> Pages.YSQL.instruments(database.endpoints(), pages);
            case GENERIC -> {
                refuse(pages, "this database");
                yield List.of();
            }
        };
    }

    private static Stream<Instrument> postgres(SqlDatabase database, String endpoint) {
        return Stream.of(
                new StatisticsViews(database, endpoint),
                new HostInstrument(endpoint, new PostgresPlace(database, endpoint)));
    }

    private static void refuse(List<URI> pages, String who) {
        if (!pages.isEmpty()) {
            throw new IllegalArgumentException(
                    who + " publishes no page for Prometheus whose figures are known here: leave " + pages + " out");
        }
    }
}
