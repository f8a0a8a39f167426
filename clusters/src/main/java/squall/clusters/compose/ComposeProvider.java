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
 * Provider of docker compose projects, by the name {@code compose}. Options: {@code project} is its name; {@code file} the file that
 * creates it; {@code port} the one that clients use inside containers; {@code url}, {@code user} and {@code password} how they connect;
 * {@code links=true} permits links to be disturbed, by containers of the image {@code helper}.
 */
public final class ComposeProvider implements ClusterProvider {
    private final String program;
    private final Optional<Path> folder;

    /** Creates a provider with the docker on the path. */
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

    /** {@inheritDoc} Checks the options; only docker knows the containers. */
    @Override
    public Optional<Outline> outline(Options options) {
        ComposeProject.of(program, options, Path.of(""));
        return Optional.empty();
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

    /** Cluster of a project whose file has a query for the primary: a script in its container that ends with 0 if it takes the writes. */
    static final class ComposePrimaryCluster extends ComposeCluster implements Cluster.HasPrimary {
        /** Last word of the label's name. */
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

    /**
     * Start of a project's nodes: they are created, started and waited for. @param say receives a message about what takes longer than a
     * moment
     */
    record ComposeStartup(ComposeProject project, Consumer<String> say) {
        /** Limit for a database to be created and to form its cluster. */
        private static final Duration LIMIT = Duration.ofMinutes(5);

        /** Starts all nodes; when this returns all that belong to it take clients. */
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

        /** Fetches an image; without it links cannot be disturbed, and everything else works. */
        private void fetch(String image) throws InterruptedException {
            try {
                project.docker().fetch(image);
            } catch (IOException e) {
                say.accept("links are left alone: " + e.getMessage());
            }
        }

        /** Creates containers of services that {@code up} ignores, and does not start them: nodes that may join later. */
        void reserve() throws IOException, InterruptedException {
            project.docker().compose("--profile", "spare", "create", "--no-recreate");
        }

        /** Starts a node; when this returns it takes clients. @throws IOException with its last output, if it does not in time */
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
