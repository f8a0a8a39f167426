package squall.clusters.ssh;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import squall.clusters.NftLinks;
import squall.clusters.NftLinks.LinkPeer;
import squall.clusters.ssh.SshInventory.InventoryEntry;
import squall.clusters.ssh.SshInventory.NodeCommands.Act;
import squall.engine.ParallelActions;
import squall.spi.Cluster;
import squall.spi.Target;
import squall.system.PollDeadline;

/** Cluster of the nodes on the hosts of an inventory. No state is kept: hosts and processes are examined on every call. */
class SshCluster implements Cluster, Cluster.Restarts, Cluster.Pauses, Cluster.DelegatedLinks, Cluster.PowerCuts {
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Duration START_LIMIT = Duration.ofMinutes(3);

    private final SshInventory inventory;
    private final SshClient ssh;

    SshCluster(SshInventory inventory, SshClient ssh) {
        this.inventory = inventory;
        this.ssh = ssh;
    }

    /** Runs a command of the inventory and returns its exit code. @throws IllegalArgumentException if the node has no such command */
    final int done(Act act, Node node, Duration limit) throws IOException, InterruptedException {
        return ssh.run(node, command(act, node), limit).exitCode();
    }

    private List<String> command(Act act, Node node) {
        return inventory
                .entry(node)
                .commands()
                .to(act, node)
                .orElseThrow(() -> new IllegalArgumentException(node.name() + " has no command '" + act + "'"));
    }

    private void act(Act act, Node node, Duration limit) throws IOException, InterruptedException {
        ssh.run(node, command(act, node), limit).orThrow();
    }

    /**
     * Verifies that all nodes serve; starts nothing, which is up to the operator of the hosts. @throws IOException if a node does not serve
     */
    void requireServing() throws IOException, InterruptedException {
        for (Node node : nodes()) {
            State state = state(node);
            if (state != State.UP) {
                throw new IOException(node.name() + " (" + node.host() + ":" + node.port() + ") is " + state
                        + "; start it first: nodes on others' hosts are not started before a run");
            }
            if (inventory.links()) {
                ssh.run(node, List.of("nft", "--version"), LIMIT).orThrow();
            }
            if (inventory.entry(node).disk().isPresent()) {
                disk(node).require();
            }
        }
    }

    @Override
    public Optional<String> unavailable(Class<?> capability) throws IOException {
        if (capability == Links.class && !inventory.links()) {
            return Optional.of("links are left alone: the inventory does not say links: true");
        }
        if (capability == PowerCuts.class) {
            return inventory
                    .withoutDisk()
                    .map(node -> "the inventory names no disk of " + node.name() + " whose power may be cut");
        }
        return Cluster.super.unavailable(capability);
    }

    @Override
    public Target target() throws IOException {
        Map<String, String> properties = Map.of(
                "inventory", inventory.name(),
                "host_count",
                        Long.toString(
                                nodes().stream().map(Node::host).distinct().count()),
                "links", inventory.links() ? "nftables" : "none");
        return inventory.clients().target("ssh", nodes(), properties);
    }

    @Override
    public List<Node> nodes() {
        return inventory.nodes();
    }

    @Override
    public State state(Node node) throws IOException, InterruptedException {
        List<String> states = processes(node).states();
        if (states.stream().allMatch(state -> state.startsWith("Z"))) {
            return State.DOWN;
        }
        if (RemoteProcesses.still(states)) {
            return State.PAUSED;
        }
        return inventory.clients().greeting().ask(node, PATIENCE).isPresent() ? State.UP : State.BUSY;
    }

    private RemoteProcesses processes(Node node) {
        return new RemoteProcesses(ssh, node, command(Act.PIDS, node));
    }

    @Override
    public void kill(Node node) throws IOException, InterruptedException {
        if (inventory.entry(node).commands().words().containsKey(Act.KILL)) {
            act(Act.KILL, node, LIMIT);
            processes(node).awaitGone("its command 'kill'");
        } else {
            processes(node).kill();
        }
    }

    @Override
    public void stop(Node node) throws IOException, InterruptedException {
        act(Act.STOP, node, START_LIMIT);
        processes(node).awaitGone("its command 'stop'");
    }

    @Override
    public void start(Node node) throws IOException, InterruptedException {
        if (state(node) == State.DOWN) {
            act(Act.START, node, START_LIMIT);
        }
        if (!PollDeadline.in(START_LIMIT).await(() -> state(node) == State.UP)) {
            throw new IOException(node.name() + " (" + node.host() + ":" + node.port() + ") takes no clients "
                    + START_LIMIT.toSeconds() + " s after it was started: it is " + state(node));
        }
    }

    @Override
    public void pause(Node node, Duration atMost) throws IOException, InterruptedException {
        processes(node).pause(atMost);
    }

    @Override
    public void resume(Node node) throws IOException, InterruptedException {
        processes(node).resume();
    }

    private RemoteDisk disk(Node node) {
        return inventory
                .entry(node)
                .disk()
                .map(place -> new RemoteDisk(ssh, node, place))
                .orElseThrow(() -> new IllegalArgumentException(node.name() + " has no disk in the inventory"));
    }

    /**
     * Stops the disks at the same time, each by a command of its own.
     *
     * @return the time between the ends of the first and the last command, on this machine's clock
     */
    @Override
    public Duration stopDisks(List<Node> nodes, String mark) throws IOException, InterruptedException {
        Map<Node, List<String>> users = new ConcurrentHashMap<>();
        var all = new ParallelActions();
        all.onEach(nodes, node -> {
            users.put(node, processes(node).roots());
            disk(node).mark(mark);
        });
        all.onEach(nodes, node -> disk(node).stop(users.getOrDefault(node, List.of())));
        return all.skew().orElse(Duration.ZERO);
    }

    @Override
    public boolean diskStopped(Node node) throws IOException, InterruptedException {
        return disk(node).stopped();
    }

    @Override
    public void restoreDisk(Node node) throws IOException, InterruptedException {
        disk(node).restore();
    }

    @Override
    public MarkFiles markFiles(Node node, String mark) throws IOException, InterruptedException {
        return disk(node).found(mark);
    }

    @Override
    public void clearMark(Node node, String mark) throws IOException, InterruptedException {
        disk(node).clear(mark);
    }

    /** Returns no link unless the inventory permits it. */
    @Override
    public List<Link> links() throws IOException {
        return inventory.links() ? linkControl().links() : List.of();
    }

    @Override
    public NftLinks linkControl() throws IOException {
        List<LinkPeer> peers = new ArrayList<>();
        for (InventoryEntry entry : inventory.entries()) {
            String name = entry.address().isEmpty() ? entry.node().host() : entry.address();
            peers.add(new LinkPeer(
                    entry.node(), List.of(address(name)), entry.node().port()));
        }
        return new NftLinks(
                peers,
                (node, command) -> ssh.run(node, command, LIMIT),
                inventory.clients().greeting());
    }

    /** Returns the address of a host. Rules for the older protocol do not stop the newer one, so a host that has both is refused. */
    private static String address(String name) throws IOException {
        InetAddress[] all = InetAddress.getAllByName(name);
        if (all.length != 1 || !(all[0] instanceof Inet4Address)) {
            throw new IOException("the host " + name + " must have one address, of IPv4, for its links to be cut, not "
                    + List.of(all) + "; the key address of its node may name the one that peers use");
        }
        return all[0].getHostAddress();
    }
}
