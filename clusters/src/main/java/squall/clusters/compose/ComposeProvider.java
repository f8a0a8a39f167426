package squall.clusters.compose;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import squall.clusters.compose.ComposeCluster.BlockingQuery;
import squall.spi.Cluster;
import squall.spi.Cluster.State;
import squall.spi.ClusterProvider;
import squall.spi.Options;
import squall.system.PollDeadline;
import squall.system.StateFolder;

/**
 * Offers a docker compose project as a cluster, by the name {@code compose}. Options: {@code project} is its name; {@code file} the file
 * that makes it; {@code port} the one that clients use inside containers; {@code url}, {@code user} and {@code password} how they connect;
 * {@code links=true} lets links be disturbed, by containers of the image {@code helper}.
 */
public final class ComposeProvider implements ClusterProvider {
    private final String program;
    private final Optional<Path> folder;

    /** With the docker that the path finds. */
    public ComposeProvider() {
        this("docker", Optional.empty());
    }

    /** @param folder for timers; empty for that of Squall's state */
    ComposeProvider(String program, Optional<Path> folder) {
        this.program = program;
        this.folder = folder;
    }

    @Override
    public String kind() {
        return "compose";
    }

    @Override
    public Cluster cluster(Options options, Consumer<String> say) throws IOException, InterruptedException {
        ComposeProject project = project(options);
        new ComposeStartup(project, say).complete();
        return found(project);
    }

    @Override
    public Cluster find(Options options) throws IOException {
        return found(project(options));
    }

    private static Cluster found(ComposeProject project) throws IOException {
        boolean led = BlockingQuery.now(project::members)
                .getFirst()
                .says(ComposePrimaryCluster.WORD)
                .isPresent();
        return led ? new ComposePrimaryCluster(project) : new ComposeCluster(project);
    }

    private ComposeProject project(Options options) throws IOException {
        Path timers = folder.isPresent() ? folder.get() : StateFolder.here().folder("compose");
        return ComposeProject.of(program, options, timers);
    }

    /** A project whose file says how a node knows that it takes the writes: a script in its container that ends with 0 if it does. */
    static final class ComposePrimaryCluster extends ComposeCluster implements Cluster.HasPrimary {
        /** The last of the label's name. */
        static final String WORD = "primary";

        private static final Duration LIMIT = Duration.ofSeconds(10);

        ComposePrimaryCluster(ComposeProject project) {
            super(project);
        }

        @Override
        public Optional<Node> primary() throws IOException, InterruptedException {
            for (DockerContainer member : project().members()) {
                if (member.process() == DockerContainer.Life.RUNNING && leads(member)) {
                    return Optional.of(member.node(project().port()));
                }
            }
            return Optional.empty();
        }

        private boolean leads(DockerContainer member) throws IOException, InterruptedException {
            String script = member.says(WORD)
                    .orElseThrow(() -> new IOException(
                            member.service() + " must have the label dev.squall." + WORD + ", as other nodes have"));
            return project().docker().inside(member, script, LIMIT).ok();
        }
    }

    /** The nodes of a project made, started and waited for. @param say hears what takes longer than a moment */
    record ComposeStartup(ComposeProject project, Consumer<String> say) {
        /** For a database to be made and to find itself. */
        private static final Duration LIMIT = Duration.ofMinutes(5);

        /** On return all that belong to it take clients. */
        void complete() throws IOException, InterruptedException {
            if (project.docker().file().isPresent()) {
                say.accept("starting compose project " + project.docker().project());
                project.docker().compose("up", "-d");
                reserve();
            }
            if (project.helper().isPresent()) {
                fetch(project.helper().get());
            }
            ComposeCluster cluster = new ComposeCluster(project);
            for (DockerContainer member : project.members()) {
                bring(cluster, member);
            }
        }

        /** Without the image links are left alone, and everything else can be done. */
        private void fetch(String image) throws InterruptedException {
            try {
                project.docker().fetch(image);
            } catch (IOException e) {
                say.accept("links are left alone: " + e.getMessage());
            }
        }

        /** Containers of services that {@code up} leaves alone, made and not started: nodes that may join later. */
        void reserve() throws IOException, InterruptedException {
            project.docker().compose("--profile", "spare", "create", "--no-recreate");
        }

        /** On return the node takes clients. @throws IOException with what it said last, if it does not in time */
        void bring(ComposeCluster cluster, DockerContainer member) throws IOException, InterruptedException {
            switch (member.process()) {
                case CREATED, ENDED -> project.docker().say("start", member.id());
                case PAUSED -> project.docker().say("unpause", member.id());
                case RUNNING -> {}
            }
            var node = member.node(project.port());
            if (!PollDeadline.in(LIMIT).await(() -> cluster.state(node) == State.UP)) {
                throw new IOException(node.name() + " (" + node.host() + ":" + node.port() + ") takes no clients "
                        + LIMIT.toSeconds() + " s after it was started: it is " + cluster.state(node)
                        + "; it said last: "
                        + project.docker().say("logs", "--tail", "5", member.id()));
            }
        }
    }
}
