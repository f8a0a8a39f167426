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
import squall.host.Folders;
import squall.host.Program;
import squall.testbed.host.Port;
import squall.testbed.host.RunAs;
import squall.testbed.postgres.Passwords;
import squall.testbed.postgres.PostgresBinaries;

/** Makes a group that has its note from the moment it has its name; standbys are cloned when it is first started. */
record HaMaker(PostgresBinaries binaries, RunAs runAs) {
    private static final int NODES = 3;
    private static final int FIRST_PORT = 15732;
    private static final int LAST_PORT = 15931;
    private static final Duration LIMIT = Duration.ofMinutes(3);

    /** Called by the holder of the group's lock. */
    Group make(Home home) throws IOException, InterruptedException {
        Home making = home.making();
        Folders.delete(making.folder());
        Folders.make(making.folder(), Home.OPEN);
        Group fresh = Group.of(binaries.version(), runAs.word(), members());
        initdb(
                new HaNode(
                        fresh.members().getFirst(), making.node(fresh.members().getFirst()), binaries, runAs),
                making);
        Group group = fresh.withoutData(fresh.members().subList(1, NODES));
        making.write(group);
        Files.move(making.folder(), home.folder(), StandardCopyOption.ATOMIC_MOVE);
        return group;
    }

    private static List<Member> members() throws IOException {
        var members = new ArrayList<Member>();
        for (int port = FIRST_PORT; port <= LAST_PORT && members.size() < NODES; port++) {
            if (new Port(Member.HOST, port).free()) {
                int number = members.size() + 1;
                members.add(new Member("n" + number, port, "zone" + number));
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
        Files.writeString(
                node.data().resolve("postgresql.conf"),
                "\n# what Squall chose; written anew at each start\ninclude '../"
                        + node.settings().getFileName() + "'\n",
                StandardOpenOption.APPEND,
                LinkOption.NOFOLLOW_LINKS);
    }
}
