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
    boolean up(HaCluster.Linking linking, Consumer<String> say) throws IOException, InterruptedException {
        Optional<Group> known = home.group();
        if (known.isEmpty()) {
            say.accept("making a PostgreSQL primary and two standbys");
        }
        Group group = known.isEmpty() ? make() : known.get();
        boolean linked = link(linking, group);
        boolean started = new Assembly(Servers.of(state, home, group), say).complete(group);
        if (!links().wired()) {
            home.links().end(); // now that nobody goes through it any more
        }
        boolean supervised = supervision().start();
        return known.isEmpty() || linked || started || supervised;
    }

    private Group make() throws IOException, InterruptedException {
        var binaries = PostgresBinaries.in(state);
        return new HaMaker(binaries, RunAs.choose(StateFolder.root(), binaries::complaint)).make(home);
    }

    private boolean link(HaCluster.Linking linking, Group group) throws IOException, InterruptedException {
        boolean wired = links().wired();
        if (linking == HaCluster.Linking.LINKED || (linking == HaCluster.Linking.AS_BEFORE && wired)) {
            return links().up(group);
        }
        links().forget();
        return wired;
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
            home.links().end();
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
        home.links().end();
        home.delete();
        return true;
    }

    private Supervision supervision() {
        return new Supervision(state, home);
    }

    private HaLinks links() {
        return new HaLinks(home.links());
    }
}
