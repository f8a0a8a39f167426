package squall.testbed.postgres;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import squall.spi.Cluster;
import squall.spi.ClusterProvider;
import squall.spi.Options;
import squall.spi.Target;
import squall.spi.TargetProvider;
import squall.system.StateFolder;
import squall.testbed.cluster.PowerCutCluster;
import squall.testbed.cluster.TestbedCommands;
import squall.testbed.host.LoopDisk;

/**
 * Provider of the embedded PostgreSQL under the name {@code postgres}, for faults as a cluster of one node. The option {@code name}
 * distinguishes several, {@code data-dirs} gives a new one tablespaces, {@code disks} a disk of its own and {@code checksums=off} pages
 * without checksums; {@code fsync} and {@code synchronous-commit} hold for each start.
 */
public final class PostgresProvider implements TargetProvider, ClusterProvider {
    @Override
    public String kind() {
        return EmbeddedPostgres.DEFAULT_NAME;
    }

    @Override
    public Target up(Options options, Consumer<String> say) throws IOException, InterruptedException {
        return named(options).up(PostgresShape.of(options)).target();
    }

    @Override
    public Cluster cluster(Options options, Consumer<String> say) throws IOException, InterruptedException {
        up(options, say);
        return named(options);
    }

    @Override
    public Cluster find(Options options) throws IOException {
        EmbeddedPostgres server = named(options);
        server.nodes();
        return server;
    }

    @Override
    public Optional<Outline> outline(Options options) throws IOException {
        PostgresShape shape = PostgresShape.of(options);
        EmbeddedPostgres server = named(options);
        Optional<String> disk = shape.disk().isEmpty()
                ? Optional.of("its node would have no disk of its own: set the option " + PowerCutCluster.REMEDY)
                : LoopDisk.refusal(shape.disk().get());
        Target target = new Target(kind(), "jdbc:postgresql://127.0.0.1:5432/postgres", "", "", Map.of());
        return Optional.of(new Outline(
                target,
                List.of(EmbeddedPostgres.node(LoopbackPorts.FIRST)),
                capability -> capability == Cluster.PowerCuts.class
                        ? disk
                        : capability.isInstance(server)
                                ? Optional.empty()
                                : Optional.of(kind() + " does not support it"),
                impairment -> Optional.of(kind() + " has no links"),
                server.fileKinds()));
    }

    @Override
    public Optional<String> unsupported(Options options) throws IOException {
        boolean exists = named(options).exists();
        return exists ? Optional.empty() : LoopDisk.refusal(options);
    }

    @Override
    public void down(Options options) throws IOException, InterruptedException {
        named(options).down();
    }

    @Override
    public boolean runs(Options options) throws IOException, InterruptedException {
        return named(options).runs();
    }

    @Override
    public Optional<String> downCommand(Options options) {
        return Optional.of(TestbedCommands.of(kind(), options).down());
    }

    @Override
    public Optional<String> commandsWhenDown(Options options) {
        return Optional.of(TestbedCommands.of(kind(), options).whenDown());
    }

    private EmbeddedPostgres named(Options options) throws IOException {
        options.allowOnly(PostgresShape.OPTIONS);
        return new EmbeddedPostgres(StateFolder.here(), options.text("name", kind()));
    }
}
