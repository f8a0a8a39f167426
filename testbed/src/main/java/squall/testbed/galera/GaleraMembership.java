package squall.testbed.galera;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import squall.spi.Cluster.State;
import squall.system.PollDeadline;
import squall.testbed.cluster.Membership;

/** Membership changes of a group: nodes are added and removed by the holder of its lock. */
record GaleraMembership(GaleraFolder home) {
    /** Limit for a node's leaving; more than Galera waits before it evicts a silent node. */
    private static final Duration LEAVE_LIMIT = Duration.ofSeconds(30);

    /** Adds a node with a copy of all data; after a failure no trace of it is left. */
    GaleraMember join(GaleraMember joining) throws IOException, InterruptedException {
        GaleraGroup before = home.required();
        if (GaleraServers.of(home, before).in(State.UP).isEmpty()) {
            throw new IOException("no node is UP; a node can join only while the others take clients");
        }
        GaleraGroup group = before.with(joining);
        GaleraServers servers = GaleraServers.of(home, group);
        GaleraNode node = servers.node(joining);
        new Membership<>(home).join(node, group, before, () -> {
            node.make();
            node.start(servers.settings(), List.of());
            node.awaitUp(GaleraServers.START_LIMIT);
        });
        return joining;
    }

    /** Removes a node; the others have all its data. */
    void leave(GaleraMember leaving) throws IOException, InterruptedException {
        GaleraGroup group = home.required();
        GaleraServers servers = GaleraServers.of(home, group);
        GaleraNode node = servers.node(leaving);
        List<GaleraNode> serving = servers.in(State.UP);
        boolean counted = serving.contains(node);
        if (serving.size() == (counted ? 1 : 0)) {
            throw new IOException(leaving.name() + " cannot leave: no other node is UP");
        }
        int before = Math.max(groupSize(serving), serving.size());
        node.stop();
        if (counted) {
            awaitNotCounted(servers, leaving, before);
        }
        new Membership<>(home).forget(node, group, group.without(leaving));
    }

    /**
     * Waits until the others notice that a node has left, which takes a moment after its server has ended. They may count nodes that do not
     * serve yet, such as one that is still joining. @param before the size of the group with it
     */
    private static void awaitNotCounted(GaleraServers servers, GaleraMember leaving, int before)
            throws IOException, InterruptedException {
        boolean agreed = PollDeadline.in(LEAVE_LIMIT).await(() -> groupSize(servers.in(State.UP)) < before);
        if (!agreed) {
            throw new IOException(leaving.name() + " was stopped, and " + LEAVE_LIMIT.toSeconds()
                    + " s later other nodes still count it as theirs; see 'testbed status galera'");
        }
    }

    /** Returns the size of the group as the node that counts most members reports it. */
    private static int groupSize(List<GaleraNode> serving) {
        return serving.stream()
                .flatMap(node -> node.report().stream())
                .mapToInt(GaleraConnection.Report::size)
                .max()
                .orElse(0);
    }
}
