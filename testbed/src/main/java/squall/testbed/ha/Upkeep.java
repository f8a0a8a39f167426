package squall.testbed.ha;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import squall.host.StateFolder;
import squall.testbed.host.RunAs;
import squall.testbed.net.Namespaces;
import squall.testbed.net.Subnet;
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
        boolean placed = place(linking, group);
        boolean linked = link(linking, group);
        boolean started = new Assembly(Servers.of(state, home, group), say).complete(group);
        if (!links().wired()) {
            home.links().end(); // now that nobody goes through it any more
        }
        boolean supervised = supervision().start();
        return known.isEmpty() || placed || linked || started || supervised;
    }

    private Group make(Replicas.Linking linking) throws IOException, InterruptedException {
        Optional<Subnet> subnet = Optional.empty();
        if (linking == Replicas.Linking.NAMESPACES) {
            Namespaces.require();
            subnet = Optional.of(Subnet.free(home.folder()));
        }
        var binaries = PostgresBinaries.in(state);
        return new HaMaker(binaries, RunAs.choose(StateFolder.root(), binaries::complaint), subnet).make(home);
    }

    /** Addresses stand in the data, so what was decided when the group was made stays. */
    private boolean place(Replicas.Linking linking, Group group) throws IOException, InterruptedException {
        Optional<Namespaces> namespaces = home.namespaces(group);
        boolean asked = linking == Replicas.Linking.NAMESPACES;
        if (namespaces.isPresent() ? linking == Replicas.Linking.LINKED : asked) {
            throw new IOException("postgres-ha '" + home.name() + "' was made " + (asked ? "without" : "with")
                    + " namespaces, and cannot have " + (asked ? "them" : "links beside them")
                    + " any more: choose another --name, or 'testbed reset postgres-ha'");
        }
        return namespaces.isPresent() && namespaces.get().up();
    }

    private boolean link(Replicas.Linking linking, Group group) throws IOException, InterruptedException {
        boolean wired = links().wired();
        if (linking == Replicas.Linking.LINKED || (linking == Replicas.Linking.AS_BEFORE && wired)) {
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
            endLinks(group.get());
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
        endLinks(group.get());
        home.delete();
        return true;
    }

    private void endLinks(Group group) throws IOException, InterruptedException {
        home.links().end();
        Optional<Namespaces> namespaces = home.namespaces(group);
        if (namespaces.isPresent()) {
            namespaces.get().down();
        }
    }

    private Supervision supervision() {
        return new Supervision(state, home);
    }

    private HaLinks links() {
        return new HaLinks(home.links());
    }
}
