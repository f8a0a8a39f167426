package squall.adversity.work;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import squall.cql.CqlAddress;
import squall.spi.Cluster;
import squall.spi.Cluster.Changes;
import squall.spi.Cluster.Snapshots;
import squall.spi.Fault;
import squall.spi.FaultProvider;
import squall.spi.Options;
import squall.spi.Scene;

/** What the works of a database have in common: they are aimed at it as a whole, and are made over SQL or CQL, whichever it speaks. */
abstract sealed class WorkProvider implements FaultProvider
        permits WorkProvider.Index, WorkProvider.Column, WorkProvider.FullBackup, WorkProvider.Feed {
    private final String kind;
    private final String summary;
    private final List<String> known;

    private WorkProvider(String kind, String summary, List<String> known) {
        this.kind = kind;
        this.summary = summary;
        this.known = known;
    }

    /** {@code createIndex}. */
    public static final class Index extends WorkProvider {
        public Index() {
            super(
                    "createIndex",
                    "makes an index under the load, until it can be used: table, columns (default: chosen)",
                    CreateIndex.OPTIONS);
        }

        @Override
        Fault.Work overSql(Scene scene, Options options) {
            return new CreateIndex(scene, options);
        }

        @Override
        Fault.Work overCql(Scene scene, Options options) {
            return new CqlIndex(scene, options);
        }
    }

    /** {@code addColumn}. */
    public static final class Column extends WorkProvider {
        public Column() {
            super("addColumn", "adds a column under the load: table, type", AddColumn.OPTIONS);
        }

        @Override
        Fault.Work overSql(Scene scene, Options options) {
            return new AddColumn(scene, options);
        }

        @Override
        Fault.Work overCql(Scene scene, Options options) {
            return new CqlColumn(scene, options);
        }
    }

    /** {@code backup}. */
    public static final class FullBackup extends WorkProvider {
        public FullBackup() {
            super("backup", "reads every table in one snapshot; Cassandra: a snapshot on each node", List.of());
        }

        @Override
        Fault.Work overSql(Scene scene, Options options) {
            return new Backup(scene);
        }

        @Override
        Optional<String> lacks(Cluster cluster) throws IOException {
            return cluster.lacks(Snapshots.class);
        }

        @Override
        Fault.Work overCql(Scene scene, Options options) {
            return new SnapshotBackup(scene);
        }
    }

    /** {@code changefeed}. */
    public static final class Feed extends WorkProvider {
        public Feed() {
            super(
                    "changefeed",
                    "follows all changes, through a logical slot or Cassandra's CDC: tables",
                    Changefeed.OPTIONS);
        }

        @Override
        Fault.Work overSql(Scene scene, Options options) {
            return new Changefeed(scene, options);
        }

        @Override
        Optional<String> lacks(Cluster cluster) throws IOException {
            return cluster.lacks(Changes.class);
        }

        @Override
        Fault.Work overCql(Scene scene, Options options) {
            return new CqlChangefeed(scene, options);
        }
    }

    abstract Fault.Work overSql(Scene scene, Options options);

    abstract Fault.Work overCql(Scene scene, Options options);

    /** What a cluster that speaks CQL lacks for it; empty if nothing. */
    Optional<String> lacks(Cluster cluster) throws IOException {
        return Optional.empty();
    }

    @Override
    public final String kind() {
        return kind;
    }

    @Override
    public final String summary() {
        return summary;
    }

    @Override
    public final Aim aim(Options options) {
        return Aim.CLUSTER;
    }

    @Override
    public final Optional<String> refusal(Cluster cluster, Options options) {
        options.allowOnly(known);
        try {
            String url = cluster.target().url();
            if (CqlAddress.isUrl(url)) {
                return lacks(cluster);
            }
            return url.startsWith("jdbc:")
                    ? Optional.empty()
                    : Optional.of(kind + " is made over SQL or CQL, and this cluster's address is " + url);
        } catch (IOException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public final Fault fault(Scene scene, Options options) {
        try {
            return CqlAddress.isUrl(scene.cluster().target().url()) ? overCql(scene, options) : overSql(scene, options);
        } catch (IOException e) {
            throw new IllegalArgumentException(kind + ": " + e.getMessage(), e);
        }
    }
}
