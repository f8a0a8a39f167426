package squall.adversity.junit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import squall.spi.Cluster;
import squall.spi.ClusterProvider;
import squall.spi.Options;
import squall.spi.Target;

/** Three nodes that are files in a folder: one that is paused has a file of its name, and what was done to all stands in {@code history}. */
record ToyCluster(Path folder) implements Cluster, Cluster.Pauses {
    /** Provider of the cluster by the name {@code toy}, with the option {@code folder}, and {@code disks}, which no machine has. */
    public static final class Provider implements ClusterProvider {
        @Override
        public String kind() {
            return "toy";
        }

        @Override
        public Cluster cluster(Options options, Consumer<String> say) {
            return find(options);
        }

        @Override
        public Cluster find(Options options) {
            return new ToyCluster(Path.of(options.text("folder", "")));
        }

        @Override
        public Optional<String> unsupported(Options options) {
            return options.text("disks", "").isEmpty() ? Optional.empty() : Optional.of("toys have no disks");
        }

        @Override
        public Optional<String> downCommand(Options options) {
            return Optional.of("toys down");
        }
    }

    @Override
    public Target target() {
        return new Target("toy", "toy:", "", "", Map.of());
    }

    @Override
    public List<Node> nodes() {
        // Runs on nodes with one address wait for each other, and tests in two JVMs have folders of their own.
        int port = 1 + Math.floorMod(folder.hashCode(), 65_535);
        return Stream.of("n1", "n2", "n3")
                .map(name -> new Node(name, "127.0.0.1", port, "zone-" + name, "here"))
                .toList();
    }

    @Override
    public State state(Node node) {
        return Files.exists(folder.resolve(node.name())) ? State.PAUSED : State.UP;
    }

    @Override
    public void pause(Node node, Duration atMost) throws IOException {
        Files.writeString(folder.resolve(node.name()), "");
        tell("pause " + node.name());
    }

    @Override
    public void resume(Node node) throws IOException {
        if (Files.deleteIfExists(folder.resolve(node.name()))) {
            tell("resume " + node.name());
        }
    }

    private void tell(String what) throws IOException {
        Files.writeString(folder.resolve("history"), what + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
}
