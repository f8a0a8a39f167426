package squall.testbed.ha;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import squall.system.FileTrees;
import squall.system.StateFolder;
import squall.system.process.ExternalProgram;
import squall.testbed.host.PortReservations;
import squall.testbed.host.RunAs;
import squall.testbed.net.NetworkNamespaces;
import squall.testbed.net.Subnet;
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

    /**
     * Makes a group that has its note from the moment it has its name; standbys are cloned when it is first started.
     *
     * @param version of PostgreSQL, if another than Squall brings along was requested
     * @param subnet of nodes with their own network namespaces
     */
    private record HaMaker(PostgresBinaries binaries, Optional<String> version, RunAs runAs, Optional<Subnet> subnet) {
        private static final int NODES = 3;
        private static final int FIRST_PORT = 15732;
        private static final int LAST_PORT = 15931;
        private static final int USUAL_PORT = 5432;
        private static final Duration LIMIT = Duration.ofMinutes(3);

        /** Called by the holder of the group's lock. */
        HaGroup make(HaFolder home) throws IOException, InterruptedException {
            HaFolder making = home.making();
            FileTrees.delete(making.folder());
            FileTrees.make(making.folder(), HaFolder.OPEN);
            HaGroup fresh = HaGroup.of(binaries.version(), runAs.word(), members(home));
            GroupMember first = fresh.members().getFirst();
            initdb(new HaNode(first, making.node(first), binaries, runAs, Optional.empty()), making);
            HaGroup group = fresh.withoutData(fresh.members().subList(1, NODES));
            for (GroupMember member : group.members()) {
                FileTrees.make(making.node(member), HaFolder.OPEN);
                if (version.isPresent()) {
                    making.version(member).give(version.get());
                }
            }
            making.write(group);
            if (subnet.isPresent()) {
                subnet.get().write(NetworkNamespaces.file(making.folder()));
            }
            Files.move(making.folder(), home.folder(), StandardCopyOption.ATOMIC_MOVE);
            return group;
        }

        private List<GroupMember> members(HaFolder home) throws IOException, InterruptedException {
            return subnet.isPresent() ? members(subnet.get()) : membersHere(home.ports());
        }

        /** Each alone at its address. */
        private static List<GroupMember> members(Subnet subnet) {
            return IntStream.rangeClosed(1, NODES)
                    .mapToObj(number ->
                            new GroupMember("n" + number, subnet.address("n" + number), USUAL_PORT, "zone" + number))
                    .toList();
        }

        private static List<GroupMember> membersHere(PortReservations ports) throws IOException, InterruptedException {
            List<Integer> taken = ports.take(GroupMember.HOST, FIRST_PORT, LAST_PORT, NODES);
            return IntStream.rangeClosed(1, NODES)
                    .mapToObj(number ->
                            new GroupMember("n" + number, GroupMember.HOST, taken.get(number - 1), "zone" + number))
                    .toList();
        }

        private void initdb(HaNode node, HaFolder making) throws IOException, InterruptedException {
            FileTrees.make(node.folder(), HaFolder.OPEN);
            FileTrees.make(node.data(), "rwx------");
            runAs.own(node.data());
            Path passwordFile = node.folder().resolve("initdb.password");
            FileTrees.write(passwordFile, making.passwords().create(), "rw-------");
            runAs.own(passwordFile);
            try {
                new ExternalProgram(runAs.command(binaries.initdb(node.data(), passwordFile)), node.folder(), LIMIT)
                        .run()
                        .orThrow();
            } finally {
                Files.delete(passwordFile);
            }
            append(
                    node.data().resolve("pg_hba.conf"),
                    subnet.map(HaMaker::admission).orElse(""));
            append(
                    node.data().resolve("postgresql.conf"),
                    "\n# settings that Squall chose; rewritten at each start\ninclude '../"
                            + node.settings().getFileName() + "'\n");
        }

        /** By itself initdb lets in loopback only. */
        private static String admission(Subnet subnet) {
            return "host all all " + subnet.range() + " scram-sha-256\nhost replication all " + subnet.range()
                    + " scram-sha-256\n";
        }

        private static void append(Path file, String text) throws IOException {
            Files.writeString(file, text, StandardOpenOption.APPEND, LinkOption.NOFOLLOW_LINKS);
        }
    }
}
