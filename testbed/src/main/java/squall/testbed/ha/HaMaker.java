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
import java.util.Optional;
import java.util.stream.IntStream;
import squall.host.Folders;
import squall.host.Program;
import squall.testbed.host.Port;
import squall.testbed.host.RunAs;
import squall.testbed.net.Namespaces;
import squall.testbed.net.Subnet;
import squall.testbed.postgres.Passwords;
import squall.testbed.postgres.PostgresBinaries;

/**
 * Makes a group that has its note from the moment it has its name; standbys are cloned when it is first started.
 *
 * @param subnet of nodes that get network namespaces of their own
 */
record HaMaker(PostgresBinaries binaries, RunAs runAs, Optional<Subnet> subnet) {
    private static final int NODES = 3;
    private static final int FIRST_PORT = 15732;
    private static final int LAST_PORT = 15931;
    private static final int USUAL_PORT = 5432;
    private static final Duration LIMIT = Duration.ofMinutes(3);

    /** Called by the holder of the group's lock. */
    Group make(Home home) throws IOException, InterruptedException {
        Home making = home.making();
        Folders.delete(making.folder());
        Folders.make(making.folder(), Home.OPEN);
        Group fresh = Group.of(binaries.version(), runAs.word(), members());
        Member first = fresh.members().getFirst();
        initdb(new HaNode(first, making.node(first), binaries, runAs, Optional.empty()), making);
        Group group = fresh.withoutData(fresh.members().subList(1, NODES));
        making.write(group);
        if (subnet.isPresent()) {
            subnet.get().write(Namespaces.file(making.folder()));
        }
        Files.move(making.folder(), home.folder(), StandardCopyOption.ATOMIC_MOVE);
        return group;
    }

    private List<Member> members() throws IOException {
        return subnet.isPresent() ? members(subnet.get()) : membersHere();
    }

    /** Each alone at its address. */
    private static List<Member> members(Subnet subnet) {
        return IntStream.rangeClosed(1, NODES)
                .mapToObj(number -> new Member("n" + number, subnet.address("n" + number), USUAL_PORT, "zone" + number))
                .toList();
    }

    private static List<Member> membersHere() throws IOException {
        var members = new ArrayList<Member>();
        for (int port = FIRST_PORT; port <= LAST_PORT && members.size() < NODES; port++) {
            if (new Port(Member.HOST, port).free()) {
                int number = members.size() + 1;
                members.add(new Member("n" + number, Member.HOST, port, "zone" + number));
            }
        }
        if (members.size() < NODES) {
            throw new IOException("fewer than " + NODES + " ports from " + FIRST_PORT + " to " + LAST_PORT
                    + " are free on " + Member.HOST + "; end some server there");
        }
        return members;
    }

    private void initdb(HaNode node, Home making) throws IOException, InterruptedException {
        Folders.make(node.folder(), Home.OPEN);
        Folders.make(node.data(), "rwx------");
        runAs.own(node.data());
        Path passwordFile = node.folder().resolve("initdb.password");
        Folders.write(passwordFile, making.passwords().create(), "rw-------");
        runAs.own(passwordFile);
        var command = binaries.initdb(List.of(
                "--pgdata=" + node.data(),
                "--username=" + Passwords.USER,
                "--auth=scram-sha-256", // for replication too
                "--pwfile=" + passwordFile,
                "--encoding=UTF8",
                "--no-locale",
                "--data-checksums"));
        try {
            new Program(runAs.command(command), node.folder(), LIMIT).run().orThrow();
        } finally {
            Files.delete(passwordFile);
        }
        append(
                node.data().resolve("pg_hba.conf"),
                subnet.map(HaMaker::admission).orElse(""));
        append(
                node.data().resolve("postgresql.conf"),
                "\n# what Squall chose; written anew at each start\ninclude '../"
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
