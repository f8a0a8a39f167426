package squall.testbed.galera;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import squall.spi.Cluster.State;
import squall.system.ExternalProgram;
import squall.system.FileTrees;
import squall.system.PollDeadline;
import squall.system.StateFolder;
import squall.testbed.host.RunAs;
import squall.testbed.host.UnpackedFolders;

/**
 * Initialised data of a group without any table of users, created once for all groups of a version. All nodes begin with copies of it at
 * the same position, so that none of them needs a full copy from another.
 */
record GaleraTemplate(StateFolder state, GaleraPrograms programs, String version, RunAs runAs) {
    private static final Duration LIMIT = Duration.ofMinutes(3);

    /** What a server writes for itself; a copy must not have it. */
    private static final List<String> OF_ONE_SERVER =
            List.of("galera.cache", "gvwstate.dat", "mariadbd.pid", "mariadbd.sock", "ib_buffer_pool", "ibtmp1");

    /** Fills the data folders of the nodes, which share one login. @param database of clients */
    void fill(List<GaleraNode> nodes, GaleraSettings settings, String database)
            throws IOException, InterruptedException {
        GaleraNode first = nodes.getFirst();
        copy(whole().resolve("n1/data"), first.data());
        first.execute(settings, statements(first.password(), database), LIMIT);
        for (GaleraNode node : nodes.subList(1, nodes.size())) {
            copy(first.data(), node.data());
        }
    }

    /** Without a group the server has read no table of rights yet, which FLUSH does. */
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

    /** By a group of one node, so that the data has a position from which nodes can be started. */
    private void make(Path folder) throws IOException, InterruptedException {
        GaleraMember member = GaleraPorts.members(1).getFirst();
        var settings = new GaleraSettings(programs, "squall-template-" + member.port(), List.of(member));
        var node = new GaleraNode(member, folder.resolve("n1"), runAs, "template", Optional.empty());
        node.make();
        node.run(settings.install(node.data()), LIMIT);
        node.execute(settings, statements("template", "squall"), LIMIT);
        try {
            node.start(settings, List.of("--wsrep-new-cluster"));
            boolean up = PollDeadline.in(LIMIT).await(() -> {
                node.requireAlive();
                return node.state() == State.UP;
            });
            if (!up) {
                throw new IOException("the server that creates initial data did not accept clients within "
                        + LIMIT.toSeconds() + " s; see " + node.log());
            }
            node.stop();
        } finally {
            node.kill();
        }
        for (String name : OF_ONE_SERVER) {
            Files.deleteIfExists(node.data().resolve(name));
        }
    }
}
