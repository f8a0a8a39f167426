package squall.adversity.background;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import squall.adversity.NamedFaultProvider;
import squall.adversity.background.SchemaChanges.CqlColumn;
import squall.adversity.background.SchemaChanges.CqlIndex;
import squall.adversity.background.SchemaChanges.SqlColumn;
import squall.adversity.background.SchemaChanges.SqlIndex;
import squall.adversity.background.ServerBackups.SnapshotBackup;
import squall.adversity.background.ServerBackups.SqlBackup;
import squall.cql.driver.CqlAddress;
import squall.spi.Cluster;
import squall.spi.Cluster.Changes;
import squall.spi.Cluster.Snapshots;
import squall.spi.Fault;
import squall.spi.FaultContext;
import squall.spi.Options;

/** Provider of a database's background work: its target is the database as a whole, and it uses SQL or CQL, depending on the database. */
abstract sealed class BackgroundWorkProvider extends NamedFaultProvider
        permits BackgroundWorkProvider.Index,
                BackgroundWorkProvider.Column,
                BackgroundWorkProvider.FullBackup,
                BackgroundWorkProvider.Changefeed {
    /** Maker of the work on one kind of database. */
    private interface WorkMaker {
        Fault.Work of(FaultContext context, Options options);
    }

    private final List<String> known;
    private final WorkMaker overSql;
    private final WorkMaker overCql;

    private BackgroundWorkProvider(
            String kind, String summary, List<String> known, WorkMaker overSql, WorkMaker overCql) {
        super(kind, summary, Aim.CLUSTER);
        this.known = known;
        this.overSql = overSql;
        this.overCql = overCql;
    }

    /** Provider of {@code createIndex}. */
    public static final class Index extends BackgroundWorkProvider {
        public Index() {
            super(
                    "createIndex",
                    "creates an index under load and waits until it is usable: table, columns (default: chosen)",
                    SqlIndex.OPTIONS,
                    SqlIndex::new,
                    CqlIndex::new);
        }
    }

    /** Provider of {@code addColumn}. */
    public static final class Column extends BackgroundWorkProvider {
        public Column() {
            super(
                    "addColumn",
                    "adds a column under load: table, type",
                    SqlColumn.OPTIONS,
                    SqlColumn::new,
                    CqlColumn::new);
        }
    }

    /** Provider of {@code backup}. */
    public static final class FullBackup extends BackgroundWorkProvider {
        public FullBackup() {
            super(
                    "backup",
                    "reads every table in one snapshot; on Cassandra takes a snapshot on each node",
                    List.of(),
                    SqlBackup::new,
                    SnapshotBackup::new);
        }

        @Override
        Optional<String> unavailable(Cluster cluster) throws IOException {
            return cluster.unavailable(Snapshots.class);
        }
    }

    /** Provider of {@code changefeed}. */
    public static final class Changefeed extends BackgroundWorkProvider {
        public Changefeed() {
            super(
                    "changefeed",
                    "reads all changes, through a logical replication slot or Cassandra's CDC: tables",
                    SqlChangefeed.OPTIONS,
                    SqlChangefeed::new,
                    CqlChangefeed::new);
        }

        @Override
        Optional<String> unavailable(Cluster cluster) throws IOException {
            return cluster.unavailable(Changes.class);
        }
    }

    /** Returns why a CQL cluster does not support it; empty if it does. */
    Optional<String> unavailable(Cluster cluster) throws IOException {
        return Optional.empty();
    }

    @Override
    public final Optional<String> refusal(Cluster cluster, Options options) {
        options.allowOnly(known);
        try {
            String url = cluster.target().url();
            if (CqlAddress.isUrl(url)) {
                return unavailable(cluster);
            }
            if (url.startsWith("jdbc:mariadb:") || url.startsWith("jdbc:mysql:")) {
                return Optional.of("Squall has no statements for it on MariaDB, TiDB and MySQL");
            }
            if (url.startsWith("jdbc:postgresql:") || url.startsWith("jdbc:yugabytedb:")) {
                return Optional.empty();
            }
            return Optional.of(
                    url.startsWith("jdbc:")
                            ? "Squall has statements for it on PostgreSQL, CockroachDB and YugabyteDB only, but the address"
                                    + " of this cluster is " + url
                            : "it needs SQL or CQL, but the address of this cluster is " + url);
        } catch (IOException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public final Fault fault(FaultContext context, Options options) {
        try {
            return CqlAddress.isUrl(context.cluster().target().url())
                    ? overCql.of(context, options)
                    : overSql.of(context, options);
        } catch (IOException e) {
            throw new IllegalArgumentException(kind() + ": " + e.getMessage(), e);
        }
    }
}
