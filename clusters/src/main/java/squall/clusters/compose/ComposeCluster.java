package squall.clusters.compose;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import squall.clusters.Asking;
import squall.clusters.Clients;
import squall.clusters.nft.NftLinks;
import squall.clusters.nft.Peer;
import squall.spi.Cluster;
import squall.spi.Target;

/**
 * The containers of a compose project that its labels call nodes.
 *
 * <p>All state is docker's. A container that was made and never started is a node in reserve, which joins by {@link #add}.
 */
class ComposeCluster
        implements Cluster, Cluster.Restarts, Cluster.Pauses, Cluster.Wired, Cluster.Scales, Cluster.Resizes {
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final Duration LEAVING = Duration.ofMinutes(10);
    private static final String STOP_SECONDS = "30";

    private final Project project;

    ComposeCluster(Project project) {
        this.project = project;
    }

    final Project project() {
        return project;
    }

    @Override
    public Optional<String> lacks(Class<?> means) throws IOException {
        if (means == Links.class && project.helper().isEmpty()) {
            return Optional.of("links are left alone: the option links=true was not given");
        }
        if (means == Scales.class) {
            return Asking.now(project::fixed);
        }
        return Cluster.super.lacks(means);
    }

    @Override
    public Target target() throws IOException {
        return Asking.now(() -> project.clients().target("compose", nodes(), properties()));
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
        return Asking.now(() -> {
            List<Node> nodes = new ArrayList<>();
            for (Container member : project.members()) {
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
        Container member = project.member(node);
        resume(node); // what holds still would end only when it goes on
        if (project.member(node).process() == Container.Life.RUNNING) {
            project.docker().say("kill", "-s", "KILL", member.id());
            project.docker().say("wait", member.id());
        }
    }

    @Override
    public void stop(Node node) throws IOException, InterruptedException {
        project.docker().say("stop", "-t", STOP_SECONDS, project.member(node).id());
    }

    @Override
    public void start(Node node) throws IOException, InterruptedException {
        new Assembly(project, line -> {}).bring(this, project.member(node));
    }

    @Override
    public void pause(Node node, Duration atMost) throws IOException, InterruptedException {
        Container member = project.member(node);
        List<String> goOn = new ArrayList<>(project.docker().tool().command());
        goOn.addAll(List.of("unpause", member.id()));
        project.timer(node).arm(atMost, goOn);
        if (member.process() != Container.Life.PAUSED) {
            project.docker().say("pause", member.id());
        }
    }

    @Override
    public void resume(Node node) throws IOException, InterruptedException {
        Container member = project.member(node);
        if (member.process() == Container.Life.PAUSED) {
            project.docker().say("unpause", member.id());
        }
        project.timer(node).disarm();
    }

    @Override
    public Node add(String zone, String region) throws IOException, InterruptedException {
        new Assembly(project, line -> {}).reserve();
        for (Container spare : project.docker().nodes()) {
            Node node = spare.node(project.port());
            if (!spare.started() && node.zone().equals(zone) && node.region().equals(region)) {
                new Assembly(project, line -> {}).bring(this, spare);
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
        return "the script of the node's label dev.squall." + Project.LEAVE
                + " ended without an error; whether data have moved is not asked beyond that";
    }

    /** Its volumes go with it: should it come back, it is a new one. */
    @Override
    public void remove(Node node) throws IOException, InterruptedException {
        Container member = project.member(node);
        String script = member.says(Project.LEAVE)
                .orElseThrow(() -> new IOException(node.name() + " cannot leave: its service must have the label"
                        + " dev.squall." + Project.LEAVE + ", a script that moves its data to the others"));
        project.docker().inside(member, script, LEAVING).orThrow();
        stop(node);
        project.docker().say("rm", "-v", member.id());
        new Assembly(project, line -> {}).reserve();
    }

    @Override
    public Size size(Node node) throws IOException, InterruptedException {
        return project.member(node).size();
    }

    /** Docker changes the limits of what runs. It takes none away, so there must have been some. */
    @Override
    public void resize(Node node, Size size) throws IOException, InterruptedException {
        Container member = project.member(node);
        member.size();
        String memory = size.memoryMb() + "m";
        String cpus = Integer.toString(size.cpus());
        project.docker().say("update", "--cpus", cpus, "--memory", memory, "--memory-swap", memory, member.id());
        start(node);
    }

    /** None, unless the option {@code links=true} was given. */
    @Override
    public List<Link> links() throws IOException {
        return Asking.now(() -> project.helper().isPresent() ? wires().links() : List.<Link>of());
    }

    @Override
    public NftLinks wires() throws IOException, InterruptedException {
        String image = project.helper()
                .orElseThrow(() -> new IOException("links are left alone: the option links=true was not given"));
        Clients clients = project.clients();
        List<Peer> peers = new ArrayList<>();
        for (Container member : project.members()) {
            peers.add(member.peer(project.port()));
        }
        return new NftLinks(
                peers,
                (node, command) -> project.docker().beside(project.member(node), image, command),
                clients.greeting());
    }
}
