package squall.testbed.ha;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import squall.system.ExternalProgram;
import squall.system.FileTrees;
import squall.testbed.host.PortReservations;
import squall.testbed.host.RunAs;
import squall.testbed.net.NetworkNamespaces;
import squall.testbed.net.Subnet;
import squall.testbed.postgres.PasswordFile;
import squall.testbed.postgres.PostgresBinaries;

/**
 * Makes a group that has its note from the moment it has its name; standbys are cloned when it is first started.
 *
 * @param version of PostgreSQL, if another than Squall brings along was requested
 * @param subnet of nodes with their own network namespaces
 */
record HaMaker(PostgresBinaries binaries, Optional<String> version, RunAs runAs, Optional<Subnet> subnet) {
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
        var command = binaries.initdb(List.of(
                "--pgdata=" + node.data(),
                "--username=" + PasswordFile.USER,
                "--auth=scram-sha-256", // for replication too
                "--pwfile=" + passwordFile,
                "--encoding=UTF8",
                "--no-locale",
                "--data-checksums"));
        try {
            new ExternalProgram(runAs.command(command), node.folder(), LIMIT)
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
