package squall.testbed.ha;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import squall.system.FolderLock;
import squall.system.StateFolder;

/**
 * Supervisor that polls the primary and fails over when it does not respond.
 *
 * <p>One process decides, without consensus, lease or witness. This is safe because it can certainly kill every server of its group: they
 * are all on its machine. If the supervisor itself is dead, there is no failover.
 *
 * @param tell receives its observations and actions
 */
record FailoverSupervisor(StateFolder state, HaFolder home, Consumer<String> tell) {
    static final Duration POLL = Duration.ofMillis(200);
    static final int MISSES = 3;

    /** Beginning of the first line, printed when it has read its group. */
    static final String WATCHING = "watching ";

    /** Words of the line by which it says that the primary has failed. */
    static final String FAILED = " has failed: ";

    /** Number of polls after which it is verified that the primary accepts new connections: once a second. */
    private static final int GREETED_EVERY = 5;

    /** Number of polls after which a failover that failed half-way is resumed: once a second. */
    private static final int RETRIED_EVERY = 5;

    /** Query for a standby's WAL receiver; no row once it has given up, which it does after wal_receiver_timeout. */
    private static final String HEARS = "SELECT 1 FROM pg_stat_wal_receiver WHERE status = 'streaming'";

    /** Limit for the lock, which commands hold while they start or stop nodes; longer than any of them takes. */
    static final Duration LOCK_LIMIT = Duration.ofMinutes(10);

    /** Polls until the group has been removed, or this thread is interrupted. */
    void watch() throws IOException, InterruptedException {
        Optional<Watched> watched = watched(Optional.empty());
        tell.accept(WATCHING + home.folder() + " every " + POLL.toMillis() + " ms; " + MISSES
                + " misses count as a failure");
        try (var kept = new KeptConnections()) {
            watch(watched, kept);
        }
        tell.accept("the group no longer exists");
    }

    private void watch(Optional<Watched> first, KeptConnections kept) throws IOException, InterruptedException {
        int misses = 0;
        String problem = "";
        long looks = 0;
        Optional<Watched> watched = first;
        while (watched.isPresent()) {
            HaGroup group = watched.get().group();
            String found = misses == 0 ? probe(watched.get(), kept, looks++) : problem(group);
            misses = found.isEmpty() ? 0 : misses + 1;
            if (misses == MISSES) {
                tell.accept(group.primary() + FAILED + found);
                problem = logged(problem, failOver());
                misses = 0;
            } else if (found.isEmpty() && !problem.isEmpty() && looks % RETRIED_EVERY == 0) {
                problem = logged(problem, locked(Failover::resume));
            }
            Thread.sleep(POLL.toMillis());
            watched = watched(watched);
        }
    }

    /** Group with the other files of its folder. @param text the file it was parsed from, because most polls find it unchanged */
    private record Watched(String text, HaGroup group, String password, boolean parted) {}

    /** Reads the group; empty if it has been removed. */
    private Optional<Watched> watched(Optional<Watched> before) throws IOException {
        Optional<String> text = home.noteText();
        if (text.isEmpty() || before.map(Watched::text).equals(text)) {
            return text.isEmpty() ? Optional.empty() : before;
        }
        Optional<HaGroup> group = home.note();
        return group.isEmpty()
                ? Optional.empty()
                : Optional.of(new Watched(
                        text.get(),
                        group.get(),
                        home.passwords().read(),
                        home.subnet().isPresent()));
    }

    /** Polls the primary over kept connections; if that fails, it is a miss, and the primary is asked again with a login. */
    private String probe(Watched watched, KeptConnections kept, long look) {
        GroupMember primary = watched.group().member(watched.group().primary());
        try {
            kept.rows(primary, watched.password(), "SELECT 1");
            if (look % GREETED_EVERY == 0) {
                kept.greet(primary);
            }
            return unheard(
                    watched.group(),
                    watched.parted(),
                    (standby, query) -> kept.rows(standby, watched.password(), query));
        } catch (IOException e) {
            return String.valueOf(e.getMessage());
        }
    }

    /** Returns why the primary does not respond to a new login; empty if it does. */
    private String problem(HaGroup group) throws IOException {
        GroupMember primary = group.member(group.primary());
        String password = home.passwords().read();
        try {
            // Not a write: if no standby confirms, writes wait although the primary is healthy.
            MemberConnection.probing(primary, password).text("SELECT 1");
            return unheard(
                    group,
                    home.subnet().isPresent(),
                    (standby, query) ->
                            MemberConnection.probing(standby, password).rows(query));
        } catch (IOException e) {
            return String.valueOf(e.getMessage());
        }
    }

    /** Way to query a server. */
    private interface ServerQuery {
        List<String> rows(GroupMember member, String query) throws IOException;
    }

    /**
     * Checks whether standbys receive from the primary. Under a network partition, a primary that responds to the supervisor may be cut off
     * from all standbys, and then a majority can continue without it. A standby that does not respond says nothing about the primary.
     *
     * @param parted whether nodes have their own networks
     */
    private static String unheard(HaGroup group, boolean parted, ServerQuery asked) {
        List<GroupMember> standbys = group.standbys();
        if (!parted || 2 * standbys.size() <= group.members().size()) {
            return "";
        }
        for (GroupMember standby : standbys) {
            try {
                if (!asked.rows(standby, HEARS).isEmpty()) {
                    return "";
                }
            } catch (IOException e) {
                return ""; // a standby that does not respond may still receive from it
            }
        }
        return "it responds to the supervisor, but no standby can reach it any more";
    }

    /** Checks once more under the lock: a command may have stopped or started the primary in the meantime. */
    private String failOver() throws IOException, InterruptedException {
        return locked((failover, group) -> {
            if (problem(group).isEmpty()) {
                failover.resume(group);
            } else {
                failover.run(group);
            }
        });
    }

    /** Step of a failover, for the holder of the lock. */
    @FunctionalInterface
    private interface FailoverStep {
        void perform(Failover failover, HaGroup group) throws IOException, InterruptedException;
    }

    /** Performs a step under the lock; returns why it failed, or an empty text. */
    private String locked(FailoverStep step) throws IOException, InterruptedException {
        return new FolderLock(home.lockFile(), LOCK_LIMIT).hold(() -> {
            Optional<HaGroup> group = home.note();
            if (group.isEmpty()) {
                return "";
            }
            try {
                step.perform(new Failover(HaServers.of(state, home, group.get()), tell), group.get());
                return "";
            } catch (IOException e) { // logged, and retried, because no other process would
                return String.valueOf(e.getMessage());
            }
        });
    }

    private String logged(String before, String now) {
        if (!now.isEmpty() && !now.equals(before)) {
            tell.accept("failed: " + now);
        }
        return now;
    }

    /**
     * Pool of connections to servers, one each, which are kept: a login for each query would take both sides some milliseconds of
     * processor time, five times a second. Owned by one thread.
     */
    static final class KeptConnections implements AutoCloseable {
        /** Limit for an answer; after it the server is asked again with a login, and a longer limit. */
        private static final Duration LIMIT = Duration.ofSeconds(1);

        /**
         * Request for TLS (PostgreSQL's SSLRequest), the cheapest query that only a postmaster that accepts connections answers, with N or
         * S.
         */
        private static final byte[] GREETING =
                ByteBuffer.allocate(8).putInt(8).putInt(80877103).array();

        private final Map<GroupMember, Connection> kept = new HashMap<>();

        /** Returns the first column of each row. @throws IOException naming the node, if it does not respond; the next query reconnects */
        List<String> rows(GroupMember member, String password, String query) throws IOException {
            try {
                Connection connection = kept.get(member);
                if (connection == null) {
                    connection = new MemberConnection(member, password, LIMIT).connect();
                    kept.put(member, connection);
                }
                return MemberConnection.rows(connection, query);
            } catch (SQLException e) {
                drop(member);
                throw new IOException(
                        member.name() + " (" + member.address() + "): " + e.getSQLState() + " " + e.getMessage(), e);
            }
        }

        /**
         * Checks that the server accepts new connections: existing ones outlive a postmaster that accepts none. @throws IOException if it
         * does not
         */
        void greet(GroupMember member) throws IOException {
            int millis = Math.toIntExact(LIMIT.toMillis());
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(member.host(), member.port()), millis);
                socket.setSoTimeout(millis);
                socket.getOutputStream().write(GREETING);
                InputStream answer = socket.getInputStream();
                if (answer.read() < 0) {
                    throw new IOException("it closed a new connection without a response");
                }
            } catch (IOException e) {
                throw new IOException(member.name() + " (" + member.address() + "): " + e.getMessage(), e);
            }
        }

        private void drop(GroupMember member) {
            Connection connection = kept.remove(member);
            if (connection != null) {
                try {
                    connection.close();
                } catch (SQLException e) {
                    // The connection is lost, which is why it is dropped.
                }
            }
        }

        @Override
        public void close() {
            List.copyOf(kept.keySet()).forEach(this::drop);
        }
    }
}
