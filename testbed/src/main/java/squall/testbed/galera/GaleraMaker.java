package squall.testbed.galera;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import squall.system.FileTrees;
import squall.system.StateFolder;
import squall.system.process.ExternalProgram;
import squall.testbed.cluster.ClusterFolder;
import squall.testbed.cluster.ClusterNote;
import squall.testbed.cluster.NodePlace;
import squall.testbed.host.DiskShape;
import squall.testbed.host.LocalPort;
import squall.testbed.host.PortReservations;
import squall.testbed.host.RunAs;
import squall.testbed.host.UnpackedFolders;
import squall.testbed.net.Subnet;

/** Maker of a group whose nodes have the same data; called by the holder of its lock. */
record GaleraMaker(StateFolder state, GaleraFolder home) {
    GaleraGroup make(GaleraShape shape, Optional<DiskShape> disks) throws IOException, InterruptedException {
        Optional<Subnet> subnet = home.newSubnet(shape.namespaces());
        GaleraPrograms programs = GaleraPrograms.here();
        RunAs runAs = RunAs.choose(StateFolder.root(), RunAs.Probe.version(programs::version));
        GaleraGroup group = GaleraGroup.of(
                programs.version(runAs),
                runAs.word(),
                shape.flushLog().orElse(GaleraShape.DURABLE),
                subnet.isPresent() ? members(subnet.get(), shape.nodes()) : ports().members(shape.nodes()));
        return home.make(new ClusterFolder.Placement(subnet, disks), group.names(), making -> {
            GaleraFolder folder = new GaleraFolder(making);
            folder.createPassword();
            GaleraServers servers = GaleraServers.of(folder, group);
            for (GaleraNode node : servers.nodes()) {
                node.make();
            }
            new GaleraTemplate(state, programs, group.version(), runAs)
                    .fill(servers.nodes(), servers.settings(), GaleraCluster.DATABASE);
            return group;
        });
    }

    private static List<GaleraMember> members(Subnet subnet, int nodes) {
        return IntStream.rangeClosed(1, nodes)
                .mapToObj(number -> GaleraMember.withOwnAddress(number, subnet.address("n" + number)))
                .toList();
    }

    /** Chooses the address of the next node of the group. */
    GaleraMember next(GaleraGroup group, String zone) throws IOException, InterruptedException {
        int number = group.lastNumber() + 1;
        String place = zone.isEmpty() ? "zone" + number : zone;
        Optional<Subnet> subnet = home.subnet();
        return subnet.isPresent()
                ? GaleraMember.withOwnAddress(number, subnet.get().address("n" + number))
                        .in(place)
                : ports().next(number, place, group.members());
    }

    private GaleraPorts ports() {
        return new GaleraPorts(home.ports());
    }

    /**
     * Template of a group's initialised data, without user tables, created once for all groups of a version. All nodes begin with copies of
     * it at the same position, so that none of them needs a full copy from another.
     */
    private record GaleraTemplate(StateFolder state, GaleraPrograms programs, String version, RunAs runAs) {
        private static final Duration LIMIT = Duration.ofMinutes(3);

        /** Files that a server writes for itself; a copy must not have them. */
        private static final List<String> OF_ONE_SERVER =
                List.of("galera.cache", "gvwstate.dat", "mariadbd.pid", "mariadbd.sock", "ib_buffer_pool", "ibtmp1");

        /** Fills the data folders of the nodes, which share one login. @param database of clients */
        void fill(List<GaleraNode> nodes, GaleraSettings settings, String database)
                throws IOException, InterruptedException {
            GaleraNode first = nodes.getFirst();
            copy(whole().resolve("n1/data"), first.data());
            first.execute(settings, statements(first.place().password(), database), LIMIT);
            for (GaleraNode node : nodes.subList(1, nodes.size())) {
                copy(first.data(), node.data());
            }
        }

        /** Lists the statements that create the login. Without a group the server has not read the grant tables yet; FLUSH reads them. */
        private static List<String> statements(String password, String database) {
            String user = "'" + GaleraFolder.USER + "'@'%'";
            return List.of(
                    "FLUSH PRIVILEGES",
                    "CREATE OR REPLACE USER " + user + " IDENTIFIED BY '" + password + "'",
                    "GRANT ALL PRIVILEGES ON *.* TO " + user + " WITH GRANT OPTION",
                    "DELETE FROM mysql.global_priv WHERE User = 'root'",
                    "FLUSH PRIVILEGES",
                    "CREATE DATABASE IF NOT EXISTS " + database);
        }

        private static void copy(Path from, Path to) throws IOException, InterruptedException {
            FileTrees.delete(to);
            new ExternalProgram(List.of("cp", "-a", from.toString(), to.toString()), Path.of("/"), LIMIT)
                    .run()
                    .orThrow();
        }

        private Path whole() throws IOException, InterruptedException {
            String name = "mariadb-" + version + "-" + runAs.word();
            return new UnpackedFolders(state.folder("galera-templates")).filled(name, this::make);
        }

        /** Starts a group of one node, so that the data has a position from which nodes can be started. */
        private void make(Path folder) throws IOException, InterruptedException {
            GaleraMember member =
                    new GaleraPorts(PortReservations.of(folder)).members(1).getFirst();
            var settings = new GaleraSettings(
                    programs, "squall-template-" + member.port(), GaleraShape.DURABLE, List.of(member));
            var node = new GaleraNode(member, new NodePlace(folder, runAs, "template", Optional.empty()).of(member));
            node.make();
            node.run(settings.install(node.data()), LIMIT);
            node.execute(settings, statements("template", "squall"), LIMIT);
            try {
                node.start(settings, List.of("--wsrep-new-cluster"));
                node.awaitUp(GaleraServers.START_LIMIT);
                node.stop();
            } finally {
                node.kill();
            }
            for (String name : OF_ONE_SERVER) {
                Files.deleteIfExists(node.data().resolve(name));
            }
        }
    }

    /** Ports on loopback for nodes without their own network, {@value #FIRST} to {@value #LAST}; several for each node. */
    private record GaleraPorts(PortReservations reservations) {
        private static final int FIRST = 16332;
        private static final int LAST = 16531;

        /** Creates members n1, n2, … with ports that are free now. */
        List<GaleraMember> members(int count) throws IOException, InterruptedException {
            List<Integer> ports = reservations.take(ClusterNote.Member.HOST, FIRST, LAST, count * GaleraMember.PORTS);
            return IntStream.range(0, count)
                    .mapToObj(i -> member(
                            i + 1,
                            "zone" + (i + 1),
                            List.of(
                                    ports.get(i),
                                    ports.get(count + i),
                                    ports.get(2 * count + i),
                                    ports.get(3 * count + i))))
                    .toList();
        }

        /** Chooses the ports of the next node. @param members whose ports belong to them even while they are down */
        GaleraMember next(int number, String zone, List<GaleraMember> members)
                throws IOException, InterruptedException {
            Set<Integer> taken = members.stream()
                    .flatMap(each -> each.ports().stream())
                    .map(LocalPort::number)
                    .collect(Collectors.toSet());
            List<Integer> ports = new ArrayList<>();
            for (int i = 0; i < GaleraMember.PORTS; i++) {
                int port = reservations
                        .takeFirst(
                                FIRST,
                                LAST,
                                each -> !taken.contains(each) && new LocalPort(ClusterNote.Member.HOST, each).free())
                        .orElseThrow(() -> new IOException("no port from " + FIRST + " to " + LAST + " is free on "
                                + ClusterNote.Member.HOST + "; stop a server to free one"));
                ports.add(port);
                taken.add(port);
            }
            return member(number, zone, ports);
        }

        private static GaleraMember member(int number, String zone, List<Integer> ports) {
            return new GaleraMember(
                    "n" + number,
                    ClusterNote.Member.HOST,
                    ports.get(0),
                    ports.get(1),
                    ports.get(2),
                    ports.get(3),
                    zone);
        }
    }
}
