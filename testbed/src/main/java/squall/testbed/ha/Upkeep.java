package squall.testbed.ha;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import squall.host.StateFolder;
import squall.testbed.host.RunAs;
import squall.testbed.postgres.PostgresBinaries;

/** Makes a whole group, brings it up, takes it down and removes it; called by the holder of its lock. */
record Upkeep(StateFolder state, Home home) {
    /** As {@link HaCluster#up}. */
    boolean up(Replicas.Linking linking, Consumer<String> say) throws IOException, InterruptedException {
        Optional<Group> known = home.group();
        if (known.isEmpty()) {
            say.accept("making a PostgreSQL primary and two standbys");
        }
        Group group = known.isEmpty() ? make(linking) : known.get();
        boolean arranged = network().arrange(linking, group);
        boolean started = new Assembly(Servers.of(state, home, group), say).complete(group);
        network().settle();
        boolean supervised = supervision().start();
        return known.isEmpty() || arranged || started || supervised;
    }

    private Group make(Replicas.Linking linking) throws IOException, InterruptedException {
        var binaries = PostgresBinaries.in(state);
        var runAs = RunAs.choose(StateFolder.root(), binaries::makingComplaint);
        return new HaMaker(binaries, runAs, network().chosen(linking)).make(home);
    }

    /** As {@link HaCluster#down}. */
    boolean down() throws IOException, InterruptedException {
        boolean any = supervision().end();
        Optional<Group> group = home.group();
        if (group.isPresent()) {
            for (HaNode node : primaryFirst(group.get())) {
                any |= node.postmaster().isPresent();
                node.stop();
            }
            network().end(group.get());
        }
        return any;
    }

    /** So that its last commits reach those who are still there. */
    private List<HaNode> primaryFirst(Group group) throws IOException, InterruptedException {
        Servers servers = Servers.of(state, home, group);
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
        Optional<Group> group = home.group();
        if (group.isEmpty()) {
            return false;
        }
        home.requireOwn(group.get());
        supervision().end();
        for (HaNode node : Servers.of(state, home, group.get()).all(group.get())) {
            node.kill();
        }
        network().end(group.get());
        home.delete();
        return true;
    }

    private Supervision supervision() {
        return new Supervision(state, home);
    }

    private Network network() {
        return new Network(home);
    }
}
