package squall.testbed.ha;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import squall.host.FolderLock;
import squall.host.StateFolder;

/**
 * Watches the primary and fails over when it does not answer.
 *
 * <p>One process decides, without consensus, lease or witness. It may do so because it can kill every server of its
 * group for certain: they are all on its machine. If it is dead itself, nobody fails over.
 *
 * @param tell hears what it sees and does
 */
record Supervisor(StateFolder state, Home home, Consumer<String> tell) {
    static final Duration POLL = Duration.ofMillis(200);
    static final int MISSES = 3;

    /** Every so many looks it is seen whether the primary takes new connections: once a second. */
    private static final int GREETED_EVERY = 5;

    /** Nothing once the receiver has given up, which it does after wal_receiver_timeout. */
    private static final String HEARS = "SELECT 1 FROM pg_stat_wal_receiver WHERE status = 'streaming'";

    /** Held by commands while they start or stop nodes; longer than any of them takes. */
    static final Duration LOCK_LIMIT = Duration.ofMinutes(10);

    /** Ends when the group has been removed, or this thread is interrupted. */
    void watch() throws IOException, InterruptedException {
        tell.accept(
                "watching " + home.folder() + " every " + POLL.toMillis() + " ms; " + MISSES + " misses are a failure");
        try (var kept = new KeptConnections()) {
            watch(kept);
        }
        tell.accept("the group is gone");
    }

    private void watch(KeptConnections kept) throws IOException, InterruptedException {
        int misses = 0;
        String trouble = "";
        long looks = 0;
        Optional<Watched> watched = watched(Optional.empty());
        while (watched.isPresent()) {
            Group group = watched.get().group();
            String found = misses == 0 ? glance(watched.get(), kept, looks++) : complaint(group);
            misses = found.isEmpty() ? 0 : misses + 1;
            if (misses == MISSES) {
                tell.accept(group.primary() + " does not answer: " + found);
                trouble = told(trouble, failOver());
                misses = 0;
            } else if (found.isEmpty()) {
                trouble = "";
            }
            Thread.sleep(POLL.toMillis());
            watched = watched(watched);
        }
    }

    /** The group with what else is read of its folder. @param text of which it was read, as most looks find it unchanged */
    private record Watched(String text, Group group, String password, boolean parted) {}

    /** Empty if the group has been removed. */
    private Optional<Watched> watched(Optional<Watched> before) throws IOException {
        Optional<String> text = home.groupText();
        if (text.isEmpty() || before.map(Watched::text).equals(text)) {
            return text.isEmpty() ? Optional.empty() : before;
        }
        Optional<Group> group = home.group();
        return group.isEmpty()
                ? Optional.empty()
                : Optional.of(new Watched(
                        text.get(),
                        group.get(),
                        home.passwords().read(),
                        home.subnet().isPresent()));
    }

    /** As long as all is well, over connections that are kept; the first doubt is a miss, and then it is asked in earnest. */
    private String glance(Watched watched, KeptConnections kept, long look) {
        Member primary = watched.group().member(watched.group().primary());
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

    /** With a login each time. */
    private String complaint(Group group) throws IOException {
        Member primary = group.member(group.primary());
        String password = home.passwords().read();
        try {
            // Not a write: where no standby confirms, writes wait and the primary is well.
            Sql.probing(primary, password).text("SELECT 1");
            return unheard(
                    group,
                    home.subnet().isPresent(),
                    (standby, query) -> Sql.probing(standby, password).rows(query));
        } catch (IOException e) {
            return String.valueOf(e.getMessage());
        }
    }

    /** How a server is asked. */
    private interface Asked {
        List<String> rows(Member member, String query) throws IOException;
    }

    /**
     * Where a network can part nodes: whoever answers us may be cut off from all others, and then a majority can go on without it. A
     * standby that is silent says nothing against the primary.
     *
     * @param parted whether nodes have networks of their own
     */
    private static String unheard(Group group, boolean parted, Asked asked) {
        List<Member> standbys = group.standbys();
        if (!parted || 2 * standbys.size() <= group.members().size()) {
            return "";
        }
        for (Member standby : standbys) {
            try {
                if (!asked.rows(standby, HEARS).isEmpty()) {
                    return "";
                }
            } catch (IOException e) {
                return ""; // whoever is silent may hear it
            }
        }
        return "it answers here, but no standby hears it any more";
    }

    /** Looks once more under the lock: a command may have stopped or started the primary meanwhile. */
    private String failOver() throws IOException, InterruptedException {
        return new FolderLock(home.lockFile(), LOCK_LIMIT).hold(() -> {
            Optional<Group> group = home.group();
            if (group.isEmpty() || complaint(group.get()).isEmpty()) {
                return "";
            }
            try {
                new Failover(Servers.of(state, home, group.get()), tell).run(group.get());
                return "";
            } catch (IOException e) { // told, and tried again at the next misses: nobody else would
                return String.valueOf(e.getMessage());
            }
        });
    }

    private String told(String before, String now) {
        if (!now.isEmpty() && !now.equals(before)) {
            tell.accept("failed: " + now);
        }
        return now;
    }
}
