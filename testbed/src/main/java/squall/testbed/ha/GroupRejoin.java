package squall.testbed.ha;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import squall.spi.Cluster.State;
import squall.system.FileTrees;
import squall.testbed.cluster.ClusterFolder;
import squall.testbed.host.LoopDisk;

/** Return of nodes to their group; performed by the holder of its lock. @param say receives a line for each slow step */
record GroupRejoin(HaServers servers, Consumer<String> say) {
    /** Starts all nodes and waits until they stream; returns whether there was anything to do. */
    boolean complete(HaGroup group) throws IOException, InterruptedException {
        boolean whole = whole(group);
        primary(group);
        HaGroup now = group;
        for (GroupMember member : group.members()) {
            if (!member.name().equals(group.primary())) {
                now = standby(now, member);
            }
        }
        return !whole;
    }

    private boolean whole(HaGroup group) throws IOException, InterruptedException {
        for (GroupMember member : group.members()) {
            if (absent(servers.node(member))) {
                return false;
            }
        }
        return group.stale().isEmpty();
    }

    /** Starts one node as primary or standby; returns the resulting group. */
    HaGroup bring(HaGroup group, GroupMember member) throws IOException, InterruptedException {
        if (!member.name().equals(group.primary())) {
            return standby(group, member);
        }
        primary(group);
        return group;
    }

    private void primary(HaGroup group) throws IOException, InterruptedException {
        HaNode node = servers.node(group.member(group.primary()));
        if (absent(node)) {
            node.start();
        }
        new Failover(servers, say).finishPromotion(group);
        ReplicatedCluster.ensureDatabase(servers.sql(node.member()));
    }

    /** @throws IOException if the node is frozen: it would neither start nor respond */
    private boolean absent(HaNode node) throws IOException, InterruptedException {
        return switch (node.state()) {
            case DOWN -> true;
            case UP, BUSY -> false;
            case PAUSED ->
                throw new IOException(node.member().name() + " is frozen (SIGSTOP); resume its processes with"
                        + " 'kill -CONT', or kill them");
        };
    }

    /** Starts a standby. Without a primary it waits for one: its position may be what the supervisor is waiting for. */
    private HaGroup standby(HaGroup group, GroupMember member) throws IOException, InterruptedException {
        HaNode node = servers.node(member);
        HaNode primary = servers.node(group.member(group.primary()));
        boolean led = primary.state() == State.UP;
        if (group.stale().contains(member.name())) {
            renew(group, primary, node, led);
        }
        boolean absent = absent(node);
        if (absent) {
            node.start();
        }
        var failover = new Failover(servers, say);
        if (!led
                || (!absent
                        && failover.streams(primary.member(), member)
                        && failover.pointed(member, primary.member()))) {
            return group;
        }
        failover.repoint(member, primary.member());
        failover.awaitStreaming(primary.member(), member);
        return counted(group.rejoined(member.name()), failover);
    }

    private void renew(HaGroup group, HaNode primary, HaNode node, boolean led)
            throws IOException, InterruptedException {
        if (!led) {
            throw new IOException(node.member().name() + " must be cloned from the primary, and "
                    + primary.member().name() + " does not respond");
        }
        say.accept(
                "cloning " + node.member().name() + " from " + primary.member().name());
        node.kill(); // leftovers
        new StandbyClone(primary, node, group, servers).run();
    }

    /** Records that a node streams, on disk first; then the primary, if it runs, waits for its confirmation too. */
    private HaGroup counted(HaGroup group, Failover failover) throws IOException, InterruptedException {
        servers.home().write(group);
        for (GroupMember member : group.members()) {
            if (group.quorum().contains(member.name()) && servers.node(member).state() == State.UP) {
                failover.synchronous(member, group);
            }
        }
        return group;
    }

    /**
     * Clone of a running server as a standby, by a low-level base backup (PostgreSQL 17, 25.3.3): the embedded binaries have no
     * pg_basebackup, and a fenced primary may have commits that no standby confirmed, which only a new copy removes.
     */
    private record StandbyClone(HaNode source, HaNode target, HaGroup group, HaServers servers) {
        private static final Duration LIMIT =
                Duration.ofMinutes(5); // for each answer: the first waits for a checkpoint

        /** Major version since which the functions of a base backup have their names. */
        private static final int BACKUP_RENAMED = 15;

        private static final Set<String> LEFT_OUT = Set.of("postmaster.pid", "postmaster.opts", "standby.signal");
        private static final Set<String> LEFT_EMPTY = Set.of(
                "pg_replslot", "pg_dynshmem", "pg_notify", "pg_serial", "pg_snapshots", "pg_stat_tmp", "pg_subtrans");

        /** Copies the data; on return the target is ready to be started. */
        void run() throws IOException, InterruptedException {
            FileTrees.delete(target.data());
            FileTrees.make(target.folder(), ClusterFolder.OPEN);
            try {
                new MemberConnection(source.member(), servers.password(), LIMIT).session(this::backUp);
            } catch (IOException e) {
                throw new IOException(
                        target.member().name() + " could not be cloned from "
                                + source.member().name() + ": " + e.getMessage(),
                        e);
            }
            follow();
            Optional<LoopDisk> disk = LoopDisk.of(target.folder());
            if (disk.isPresent()) {
                disk.get().sync(); // a server syncs what it writes itself, not what was copied before it started
            }
        }

        /** Performs the backup in one session, which the server requires. */
        private boolean backUp(Connection connection) throws SQLException, IOException {
            try (var statement = connection.createStatement()) {
                boolean renamed = source.binaries().isSince(BACKUP_RENAMED);
                statement.execute(
                        renamed
                                ? "SELECT pg_backup_start('squall', true)"
                                : "SELECT pg_start_backup('squall', true, false)");
                copy(source.data(), target.data());
                String stop = renamed ? "pg_backup_stop(false)" : "pg_stop_backup(false, false)";
                try (var label = statement.executeQuery("SELECT labelfile FROM " + stop)) {
                    label.next();
                    write("backup_label", label.getString(1));
                }
            }
            copy(
                    source.data().resolve("pg_wal"),
                    target.data().resolve("pg_wal")); // so that it contains the backup's end
            return true;
        }

        private void follow() throws IOException {
            write("standby.signal", "");
            write(
                    "postgresql.auto.conf",
                    "primary_conninfo = '" + servers.conninfo(source.member(), target.member()) + "'\n"
                            + "recovery_target_timeline = 'latest'\n" + "synchronous_standby_names = '"
                            + group.synchronousNames() + "'\n");
        }

        private void write(String name, String text) throws IOException {
            Path file = target.data().resolve(name);
            FileTrees.write(file, text, "rw-------");
            target.place().runAs().own(file);
        }

        /** Copies files. A running server removes some meanwhile; the log replays these changes. */
        private void copy(Path from, Path to) throws IOException {
            Files.walkFileTree(from, new FileTrees.LiveFolderVisitor() {
                @Override
                public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
                        throws IOException {
                    Path made = to.resolve(from.relativize(folder).toString());
                    FileTrees.make(made, "rwx------");
                    target.place().runAs().own(made);
                    return LEFT_EMPTY.contains(folder.getFileName().toString())
                            ? FileVisitResult.SKIP_SUBTREE
                            : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    if (attributes.isRegularFile()
                            && !LEFT_OUT.contains(file.getFileName().toString())) {
                        copyFile(file, to.resolve(from.relativize(file).toString()));
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
        }

        private void copyFile(Path from, Path to) throws IOException {
            try {
                Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
            } catch (NoSuchFileException e) {
                return; // removed since it was listed
            }
            target.place().runAs().own(to);
        }
    }
}
