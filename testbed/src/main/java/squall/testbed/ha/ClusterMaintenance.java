package squall.testbed.ha;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import squall.system.StateFolder;
import squall.testbed.host.RunAs;
import squall.testbed.postgres.PostgresBinaries;

/** Makes a whole group, brings it up, takes it down and removes it; called by the holder of its lock. */
record ClusterMaintenance(StateFolder state, HaFolder home) {
    /** As {@link HaCluster#up}. */
    boolean up(ReplicatedCluster.Linking linking, Optional<String> version, Consumer<String> say)
            throws IOException, InterruptedException {
        Optional<HaGroup> known = home.group();
        if (known.isEmpty()) {
            say.accept("creating a PostgreSQL primary and two standbys");
        }
        HaGroup group = known.isEmpty() ? make(linking, version, say) : known.get();
        if (version.isPresent()) {
            requireVersion(group, version.get());
        }
        if (home.subnet().isEmpty()) {
            home.ports().keep(group.members().stream().map(GroupMember::port).toList());
        }
        boolean arranged = network().arrange(linking, group);
        boolean started = new GroupRejoin(HaServers.of(state, home, group), say).complete(group);
        network().settle();
        boolean supervised = supervision().start();
        return known.isEmpty() || arranged || started || supervised;
    }

    /** @throws IllegalArgumentException if a node has another: the data exist, so nodes are moved one at a time */
    private void requireVersion(HaGroup group, String version) throws IOException {
        Map<String, String> versions = home.versions(group);
        if (versions.values().stream().anyMatch(each -> !each.equals(version))) {
            throw new IllegalArgumentException("the nodes of postgres-ha '" + home.name() + "' have the versions "
                    + versions + ", but " + version
                    + " was requested: omit the option version, move nodes with the fault"
                    + " rollingUpgrade, or choose another --name");
        }
    }

    private HaGroup make(ReplicatedCluster.Linking linking, Optional<String> version, Consumer<String> say)
            throws IOException, InterruptedException {
        if (version.isPresent()) {
            say.accept("using PostgreSQL " + version.get() + ", which is downloaded once");
        }
        PostgresBinaries binaries =
                version.isPresent() ? PostgresBinaries.in(state, version.get()) : PostgresBinaries.in(state);
        var runAs = RunAs.choose(StateFolder.root(), binaries::makingComplaint);
        return new HaMaker(binaries, version, runAs, network().chosen(linking)).make(home);
    }

    /** As {@link HaCluster#down}. */
    boolean down() throws IOException, InterruptedException {
        boolean any = supervision().end();
        Optional<HaGroup> group = home.group();
        if (group.isPresent()) {
            for (HaNode node : primaryFirst(group.get())) {
                any |= node.postmaster().isPresent();
                node.stop();
            }
            network().end(group.get());
        }
        return any;
    }

    /** So that its last commits reach the remaining nodes. */
    private List<HaNode> primaryFirst(HaGroup group) throws IOException, InterruptedException {
        HaServers servers = HaServers.of(state, home, group);
        var nodes = new ArrayList<HaNode>();
        nodes.add(servers.node(group.member(group.primary())));
        group.members().stream()
                .filter(member -> !member.name().equals(group.primary()))
                .map(servers::node)
                .forEach(nodes::add);
        return nodes;
    }

    /** As {@link HaCluster#reset}. */
    boolean reset() throws IOException, InterruptedException {
        Optional<HaGroup> group = home.group();
        if (group.isEmpty()) {
            return false;
        }
        home.requireOwn(group.get());
        supervision().end();
        for (HaNode node : HaServers.of(state, home, group.get()).all(group.get())) {
            node.kill();
        }
        network().end(group.get());
        home.delete();
        return true;
    }

    private SupervisorProcess supervision() {
        return new SupervisorProcess(state, home);
    }

    private HaNetwork network() {
        return new HaNetwork(home);
    }
}
