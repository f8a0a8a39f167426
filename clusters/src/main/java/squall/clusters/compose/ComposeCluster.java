package squall.clusters.compose;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import squall.clusters.ClientAccess;
import squall.clusters.NftLinks;
import squall.clusters.NftLinks.LinkPeer;
import squall.clusters.compose.ComposeProvider.ComposeStartup;
import squall.spi.Cluster;
import squall.spi.Cluster.Node;
import squall.spi.Cluster.State;
import squall.spi.Target;
import squall.system.FileTrees;
import squall.system.PollDeadline;

/**
 * Cluster of the containers of a compose project that its labels call nodes.
 *
 * <p>All state is docker's. A container that was created and never started is a node in reserve, which joins by {@link #add}.
 */
class ComposeCluster
        implements Cluster,
                Cluster.Restarts,
                Cluster.Pauses,
                Cluster.DelegatedLinks,
                Cluster.Scales,
                Cluster.Resizes,
                Cluster.Upgrades {
    private static final Duration HELPER_LIMIT = Duration.ofSeconds(60);
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final Duration STOP_MARGIN = Duration.ofSeconds(30);
    private static final Duration LEAVING = Duration.ofMinutes(10);

    /** Exit code of a process that SIGKILL ended: 128 + 9. */
    private static final int KILLED = 137;

    private final ComposeProject project;

    ComposeCluster(ComposeProject project) {
        this.project = project;
    }

    final ComposeProject project() {
        return project;
    }

    @Override
    public Optional<String> unavailable(Class<?> capability) throws IOException {
        if (capability == Links.class) {
            return BlockingQuery.now(project::withoutLinks);
        }
        if (capability == Scales.class) {
            return BlockingQuery.now(project::fixed);
        }
        if (capability == Upgrades.class) {
            return BlockingQuery.now(() -> ImageChange.unavailable(project));
        }
        return Cluster.super.unavailable(capability);
    }

    @Override
    public Target target() throws IOException {
        return BlockingQuery.now(() -> project.clients().target("compose", nodes(), properties()));
    }

    private Map<String, String> properties() throws IOException, InterruptedException {
        Map<String, String> properties = new LinkedHashMap<>();
        properties.put("project", project.docker().project());
        properties.put("image", project.members().getFirst().image());
        properties.put("host_count", "1");
        properties.put(
                "links", project.helper().map(image -> "nftables, by " + image).orElse("none"));
        return properties;
    }

    @Override
    public List<Node> nodes() throws IOException {
        return BlockingQuery.now(() -> {
            List<Node> nodes = new ArrayList<>();
            for (DockerContainer member : project.members()) {
                nodes.add(member.node(project.port()));
            }
            return List.copyOf(nodes);
        });
    }

    @Override
    public State state(Node node) throws IOException, InterruptedException {
        return switch (project.member(node).process()) {
            case CREATED, ENDED -> State.DOWN;
            case PAUSED -> State.PAUSED;
            case RUNNING -> project.clients().greeting().ask(node, PATIENCE).isPresent() ? State.UP : State.BUSY;
        };
    }

    @Override
    public void kill(Node node) throws IOException, InterruptedException {
        DockerContainer member = project.member(node);
        resume(node); // a frozen process would end only when it goes on
        if (project.member(node).process() == DockerContainer.Life.RUNNING) {
            project.docker().say("kill", "-s", "KILL", member.id());
            project.docker().say("wait", member.id());
        }
    }

    @Override
    public void stop(Node node) throws IOException, InterruptedException {
        DockerContainer member = project.member(node);
        boolean ran = member.process() == DockerContainer.Life.RUNNING;
        stop(member);
        if (ran && project.member(node).exitCode() == KILLED) {
            throw new IOException(node.name() + " did not end within " + member.stopSeconds()
                    + " s of being asked to, so docker killed it (exit code " + KILLED
                    + "): stop_signal in the compose file must be the signal by which the database ends soon");
        }
    }

    /** Stops a node; docker's client waits for as long. */
    private void stop(DockerContainer member) throws IOException, InterruptedException {
        int seconds = member.stopSeconds();
        project.docker().say(STOP_MARGIN.plusSeconds(seconds), "stop", "-t", Integer.toString(seconds), member.id());
    }

    @Override
    public void start(Node node) throws IOException, InterruptedException {
        new ComposeStartup(project, line -> {}).bring(this, project.member(node));
    }

    @Override
    public void pause(Node node, Duration atMost) throws IOException, InterruptedException {
        DockerContainer member = project.member(node);
        List<String> goOn = new ArrayList<>(project.docker().tool().command());
        goOn.addAll(List.of("unpause", member.id()));
        FileTrees.make(project.timer(node).folder(), "rwx------");
        project.timer(node).arm(atMost, goOn);
        if (member.process() != DockerContainer.Life.PAUSED) {
            project.docker().say("pause", member.id());
        }
    }

    @Override
    public void resume(Node node) throws IOException, InterruptedException {
        DockerContainer member = project.member(node);
        if (member.process() == DockerContainer.Life.PAUSED) {
            project.docker().say("unpause", member.id());
        }
        project.timer(node).disarm();
    }

    @Override
    public Node add(String zone, String region) throws IOException, InterruptedException {
        new ComposeStartup(project, line -> {}).reserve();
        for (DockerContainer spare : project.docker().nodes()) {
            Node node = spare.node(project.port());
            if (!spare.started() && node.zone().equals(zone) && node.region().equals(region)) {
                new ComposeStartup(project, line -> {}).bring(this, spare);
                return node;
            }
        }
        throw new IOException("compose project " + project.docker().project() + " has no node in reserve in zone "
                + zone + " of region " + region + ": its file must have a service there with profiles: [spare]");
    }

    @Override
    public String joinedMeans() {
        return "the new node takes clients; whether data have moved to it is not asked";
    }

    @Override
    public String leftMeans() {
        return "the script of the node's label dev.squall." + ComposeProject.LEAVE
                + " ended without an error; whether data have moved is not asked beyond that";
    }

    /** Removes a node with its volumes: should it come back, it is a new one. */
    @Override
    public void remove(Node node) throws IOException, InterruptedException {
        DockerContainer member = project.member(node);
        String script = member.says(ComposeProject.LEAVE)
                .orElseThrow(() -> new IOException(node.name() + " cannot leave: its service must have the label"
                        + " dev.squall." + ComposeProject.LEAVE + ", a script that moves its data to the others"));
        project.docker().inside(member, script, LEAVING).orThrow();
        stop(member); // whatever the outcome: its data have moved
        project.docker().say("rm", "-v", member.id());
        new ComposeStartup(project, line -> {}).reserve();
    }

    @Override
    public Size size(Node node) throws IOException, InterruptedException {
        return project.member(node).size();
    }

    /** Changes the limits of a running container. Docker removes none, so there must have been some. */
    @Override
    public void resize(Node node, Size size) throws IOException, InterruptedException {
        String memory = size.memoryMb() + "m";
        update(node, size, memory, memory);
    }

    /** Returns the limits of memory, and of memory and swap, in bytes. */
    @Override
    public String resources(Node node) throws IOException, InterruptedException {
        return project.member(node).memoryLimits();
    }

    @Override
    public void restore(Node node, Size size, String resources) throws IOException, InterruptedException {
        int space = resources.indexOf(' ');
        if (space < 0) { // of a journal that did not have them yet
            resize(node, size);
            return;
        }
        update(node, size, resources.substring(0, space), resources.substring(space + 1));
    }

    private void update(Node node, Size size, String memory, String withSwap) throws IOException, InterruptedException {
        DockerContainer member = project.member(node);
        member.size();
        project.docker()
                .say("update", "--cpus", size.cpusText(), "--memory", memory, "--memory-swap", withSwap, member.id());
        start(node);
    }

    @Override
    public String version(Node node) throws IOException, InterruptedException {
        return project.member(node).image();
    }

    @Override
    public Optional<String> refusal(String version) throws IOException, InterruptedException {
        project.docker().fetch(version);
        return Optional.empty();
    }

    /** @param version an image; the node keeps its volumes, name and ports */
    @Override
    public void upgrade(Node node, String version) throws IOException, InterruptedException {
        resume(node);
        new ImageChange(project, this).make(node, version);
    }

    /** Returns no link unless the option {@code links=true} was given. */
    @Override
    public List<Link> links() throws IOException {
        return BlockingQuery.now(
                () -> project.helper().isPresent() ? linkControl().links() : List.<Link>of());
    }

    @Override
    public NftLinks linkControl() throws IOException, InterruptedException {
        String image = project.helper()
                .orElseThrow(() -> new IOException("links are left alone: the option links=true was not given"));
        ClientAccess clients = project.clients();
        List<LinkPeer> peers = new ArrayList<>();
        for (DockerContainer member : project.members()) {
            peers.add(member.peer(project.port()));
        }
        return new NftLinks(
                peers,
                (node, command) -> project.docker().runInNetworkOf(project.member(node), image, command, HELPER_LIMIT),
                clients.greeting());
    }

    /** Upgrade of nodes: containers recreated from another image, with their volumes. */
    private record ImageChange(ComposeProject project, ComposeCluster cluster) {
        private static final Duration LIMIT = Duration.ofMinutes(5);
        private static final ObjectMapper JSON = new ObjectMapper();

        /** Compose file, which may be JSON, that replaces the images of services. */
        private record ImageOverride(Map<String, Service> services) {
            private record Service(String image) {}
        }

        /** Returns why no node can be recreated from another image; empty if it can. */
        static Optional<String> unavailable(ComposeProject project) throws IOException, InterruptedException {
            if (project.docker().file().isEmpty()) {
                return Optional.of("nodes are made from the compose file: the option file=PATH was not given");
            }
            for (DockerContainer member : project.members()) {
                if (!member.keepsData()) {
                    return Optional.of("service " + member.service()
                            + " has no volume, so its data would be deleted with its container");
                }
                if (!member.name().equals(member.service())) {
                    return Optional.of(
                            "service " + member.service() + " has several containers, which change together");
                }
            }
            return Optional.empty();
        }

        /** Recreates a node; when this returns it accepts clients. @throws IOException with its last output, if it does not */
        void make(Node node, String image) throws IOException, InterruptedException {
            if (!project.member(node).image().equals(image)) {
                recreate(node, image);
            }
            if (project.member(node).process() != DockerContainer.Life.RUNNING) {
                project.docker().say("start", project.member(node).id());
            }
            boolean ended = PollDeadline.in(LIMIT).await(() -> cluster.state(node) == State.UP || ended(node));
            if (!ended || cluster.state(node) != State.UP) {
                throw new IOException(node.name() + " does not accept clients with the image " + image + ": it is "
                        + cluster.state(node) + "; its last output was: "
                        + project.docker()
                                .say("logs", "--tail", "5", project.member(node).id()));
            }
        }

        private boolean ended(Node node) throws IOException, InterruptedException {
            return project.member(node).process() == DockerContainer.Life.ENDED;
        }

        private void recreate(Node node, String image) throws IOException, InterruptedException {
            FileTrees.make(project.folder(), "rwx------");
            Path override = project.folder().resolve(node.name() + ".image.json");
            String text =
                    JSON.writeValueAsString(new ImageOverride(Map.of(node.name(), new ImageOverride.Service(image))));
            FileTrees.write(override, text + "\n", "rw-------");
            try {
                project.docker().composeOverridden(override, "up", "-d", "--no-deps", "--force-recreate", node.name());
            } catch (IOException e) {
                throw new IOException(node.name() + " was not made from the image " + image + ": " + e.getMessage(), e);
            }
        }
    }

    /** Query of a cluster that takes a while, called where an interface permits no InterruptedException. */
    @FunctionalInterface
    interface BlockingQuery<T> {
        T ask() throws IOException, InterruptedException;

        /** Returns the answer. @throws InterruptedIOException if the thread is interrupted meanwhile, and it stays so */
        static <T> T now(BlockingQuery<T> question) throws IOException {
            try {
                return question.ask();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                var interrupted = new InterruptedIOException("interrupted while a cluster was asked");
                interrupted.initCause(e);
                throw interrupted;
            }
        }
    }
}
