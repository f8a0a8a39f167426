package example;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import squall.spi.Cluster;
import squall.spi.ClusterProvider;
import squall.spi.NoSuchClusterException;
import squall.spi.Options;
import squall.spi.Target;

/**
 * Provider of the cluster {@code scripts}, whose nodes your scripts start and end: {@code FOLDER/start NAME}, {@code FOLDER/stop NAME} and
 * {@code FOLDER/kill NAME}. Its nodes are lines {@code NAME HOST PORT ZONE REGION} of {@code FOLDER/nodes}.
 */
public final class ScriptedClusters implements ClusterProvider {
    private static final List<String> OPTIONS = List.of("folder", "url", "user", "passwordFile");

    @Override
    public String kind() {
        return "scripts";
    }

    @Override
    public Cluster cluster(Options options, Consumer<String> progress) throws IOException, InterruptedException {
        ScriptedCluster cluster = find(options);
        for (Cluster.Node node : cluster.nodes()) {
            progress.accept("starting " + node.name());
            cluster.start(node);
        }
        return cluster;
    }

    /** Finds the cluster after a crash too, in a process that heals, by the same options: they hold no password, but name its file. */
    @Override
    public ScriptedCluster find(Options options) throws IOException {
        options.allowOnly(OPTIONS);
        Path folder = Path.of(options.text("folder", ""));
        if (!Files.exists(folder.resolve("nodes"))) {
            throw new NoSuchClusterException(folder + " has no file 'nodes'");
        }
        return new ScriptedCluster(
                folder, options.text("url", ""), options.text("user", ""), Path.of(options.text("passwordFile", "")));
    }

    /** Cluster whose nodes can be killed, stopped and started. */
    record ScriptedCluster(Path folder, String url, String user, Path passwordFile)
            implements Cluster, Cluster.Restarts {
        private static final Duration LONGEST = Duration.ofSeconds(60);
        private static final int ANSWER_MS = 2_000;

        @Override
        public Target target() throws IOException {
            return new Target(
                    "scripts", url, user, Files.readString(passwordFile).strip(), Map.of());
        }

        @Override
        public List<Node> nodes() throws IOException {
            List<Node> nodes = new ArrayList<>();
            for (String line : Files.readAllLines(folder.resolve("nodes"))) {
                String[] words = line.split(" ", -1);
                nodes.add(new Node(words[0], words[1], Integer.parseInt(words[2]), words[3], words[4]));
            }
            return nodes;
        }

        @Override
        public State state(Node node) {
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(node.host(), node.port()), ANSWER_MS);
                return State.UP;
            } catch (IOException e) {
                return State.DOWN;
            }
        }

        @Override
        public void start(Node node) throws IOException, InterruptedException {
            run("start", node, State.UP);
        }

        @Override
        public void stop(Node node) throws IOException, InterruptedException {
            run("stop", node, State.DOWN);
        }

        @Override
        public void kill(Node node) throws IOException, InterruptedException {
            run("kill", node, State.DOWN);
        }

        /** Runs a script. @throws IOException if it fails, or the node is not in the wanted state afterwards */
        private void run(String script, Node node, State wanted) throws IOException, InterruptedException {
            Process process = new ProcessBuilder(folder.resolve(script).toString(), node.name())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(
                            folder.resolve("output.txt").toFile()))
                    .start();
            if (!process.waitFor(LONGEST.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IOException(
                        node.name() + ": " + script + " did not end within " + LONGEST.toSeconds() + " s");
            }
            if (process.exitValue() != 0 || state(node) != wanted) {
                throw new IOException(node.name() + ": " + script + " ended with " + process.exitValue()
                        + ", and the node is " + state(node) + "; see " + folder.resolve("output.txt"));
            }
        }
    }
}
