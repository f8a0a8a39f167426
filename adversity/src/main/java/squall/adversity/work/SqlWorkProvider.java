package squall.adversity.work;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import squall.spi.Cluster;
import squall.spi.Fault;
import squall.spi.FaultProvider;
import squall.spi.Options;
import squall.spi.Scene;

/** What the works on a SQL database have in common: they are aimed at the database, and want an address for JDBC. */
abstract sealed class SqlWorkProvider implements FaultProvider
        permits SqlWorkProvider.Index, SqlWorkProvider.Column, SqlWorkProvider.FullBackup, SqlWorkProvider.Feed {
    private final String kind;
    private final String summary;
    private final List<String> known;

    private SqlWorkProvider(String kind, String summary, List<String> known) {
        this.kind = kind;
        this.summary = summary;
        this.known = known;
    }

    /** {@code createIndex}. */
    public static final class Index extends SqlWorkProvider {
        public Index() {
            super(
                    "createIndex",
                    "makes an index under the load: table, columns (default: chosen)",
                    CreateIndex.OPTIONS);
        }

        @Override
        Fault.Work work(Scene scene, Options options) {
            return new CreateIndex(scene, options);
        }
    }

    /** {@code addColumn}. */
    public static final class Column extends SqlWorkProvider {
        public Column() {
            super("addColumn", "adds a column under the load: table, type", AddColumn.OPTIONS);
        }

        @Override
        Fault.Work work(Scene scene, Options options) {
            return new AddColumn(scene, options);
        }
    }

    /** {@code backup}. */
    public static final class FullBackup extends SqlWorkProvider {
        public FullBackup() {
            super("backup", "reads every table in one snapshot", List.of());
        }

        @Override
        Fault.Work work(Scene scene, Options options) {
            return new Backup(scene);
        }
    }

    /** {@code changefeed}. */
    public static final class Feed extends SqlWorkProvider {
        public Feed() {
            super("changefeed", "follows all changes through a logical slot: tables", Changefeed.OPTIONS);
        }

        @Override
        Fault.Work work(Scene scene, Options options) {
            return new Changefeed(scene, options);
        }
    }

    abstract Fault.Work work(Scene scene, Options options);

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
            return cluster.target().url().startsWith("jdbc:")
                    ? Optional.empty()
                    : Optional.of(kind + " is made over SQL, and this cluster speaks CQL");
        } catch (IOException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public final Fault fault(Scene scene, Options options) {
        return work(scene, options);
    }
}
