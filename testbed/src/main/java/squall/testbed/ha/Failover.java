package squall.testbed.ha;

import java.io.IOException;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import squall.spi.Cluster.State;
import squall.system.PollDeadline;

/**
 * Failover from a primary that does not respond to one that does, in an order that loses no commit: fence, ask positions, choose, record,
 * promote, repoint. Performed by the holder of the group's lock.
 *
 * @param tell receives each step
 */
record Failover(HaServers servers, Consumer<String> tell) {
    /** Beginning of the line about a promotion. */
    static final String PROMOTED = "promoted ";

    /** Words of the line about a standby that streams from the new primary. */
    static final String FOLLOWS = " follows ";

    private static final Duration PROMOTION_LIMIT = Duration.ofSeconds(30);

    /** Major version since which a standby follows another primary without a restart. */
    private static final int POINTED_BY_RELOAD = 13;

    private static final Duration STREAMING_LIMIT = Duration.ofSeconds(30);

    /** Query of a standby's WAL position. After a restart it has received nothing yet, but replayed what it has. */
    private static final String POSITION = """
            SELECT ('x' || (SELECT max(substr(name, 1, 8)) FROM pg_ls_waldir() WHERE name ~ '^[0-9A-F]{24}$'))::bit(32)::int
                || ' ' || pg_wal_lsn_diff(greatest(
                    coalesce(pg_last_wal_receive_lsn(), '0/0'), coalesce(pg_last_wal_replay_lsn(), '0/0')), '0/0')""";

    /** Fails over and returns the group with its new primary; unchanged if no standby may be promoted. */
    HaGroup run(HaGroup group) throws IOException, InterruptedException {
        GroupMember old = group.member(group.primary());
        fence(old);
        Map<String, WalPosition> heard = listen(group.standbys());
        return switch (PromotionDecision.among(
                group.standbys().stream().map(GroupMember::name).toList(), heard)) {
            case PromotionDecision.NoSafeCandidate none -> {
                tell.accept(none.why());
                yield group;
            }
            case PromotionDecision.Promote next -> {
                tell.accept("chose " + next.name() + " at " + next.position());
                yield promote(group, next.name());
            }
        };
    }

    /** Kills the old primary before the standbys are asked: if it still ran, it could acknowledge one more commit. */
    private void fence(GroupMember old) throws IOException, InterruptedException {
        servers.node(old).kill();
        // In a namespace no other process can listen, and over a cut link the check would only wait for its timeout.
        if (servers.place().namespaces().isEmpty() && old.address().accepts()) {
            throw new IOException(
                    old.name() + " was killed, but a server still accepts connections at " + old.address());
        }
        tell.accept("fenced " + old.name() + ": none of its processes is left");
    }

    private Map<String, WalPosition> listen(List<GroupMember> standbys) {
        var heard = new HashMap<String, WalPosition>();
        for (GroupMember standby : standbys) {
            try {
                heard.put(standby.name(), position(standby));
                tell.accept(standby.name() + " has " + heard.get(standby.name()));
            } catch (IOException e) { // no response is a valid result here; the choice takes it into account
                tell.accept(standby.name() + " is silent: " + e.getMessage());
            }
        }
        return heard;
    }

    private WalPosition position(GroupMember standby) throws IOException {
        String found = MemberConnection.probing(standby, servers.password()).text(POSITION);
        int space = found.indexOf(' ');
        return new WalPosition(Integer.parseInt(found.substring(0, space)), Long.parseLong(found.substring(space + 1)));
    }

    /** Promotes a standby after recording it: from then on the old primary cannot be started with its old data. */
    private HaGroup promote(HaGroup group, String next) throws IOException, InterruptedException {
        HaGroup promoting = group.promoting(next);
        servers.home().write(promoting);
        finish(promoting);
        return promoting;
    }

    private void finish(HaGroup group) throws IOException, InterruptedException {
        finishPromotion(group);
        GroupMember primary = group.member(group.primary());
        for (GroupMember standby : group.standbys()) {
            synchronous(standby, group);
            repoint(standby, primary);
            awaitStreaming(primary, standby);
            tell.accept(standby.name() + FOLLOWS + primary.name());
        }
    }

    /**
     * Completes a failover that failed after its choice was recorded: until another standby has the address of the new primary, writes may
     * wait for ever. Does not wait until that standby streams. One that is down gets the address when it is started.
     */
    void resume(HaGroup group) throws IOException, InterruptedException {
        finishPromotion(group);
        GroupMember primary = group.member(group.primary());
        for (GroupMember standby : group.standbys()) {
            if (servers.node(standby).state() != State.DOWN && !pointed(standby, primary)) {
                synchronous(standby, group);
                repoint(standby, primary);
                tell.accept("pointed " + standby.name() + " to " + primary.name());
            }
        }
    }

    /** Completes the promotion of the recorded primary, even if a crash came between recording and promoting. */
    void finishPromotion(HaGroup group) throws IOException {
        GroupMember primary = group.member(group.primary());
        var sql = new MemberConnection(primary, servers.password(), PROMOTION_LIMIT);
        if (sql.text("SELECT pg_is_in_recovery()").equals("t")) {
            if (!sql.text("SELECT pg_promote(true, 20)").equals("t")) {
                throw new IOException(primary.name() + " was not promoted within 20 s");
            }
            tell.accept(PROMOTED + primary.name());
        }
        synchronous(primary, group);
    }

    /**
     * Sets the standbys whose confirmation commits wait for. A primary without standbys waits for none: the first copies are yet to be
     * made.
     */
    void synchronous(GroupMember node, HaGroup group) throws IOException {
        String names = group.standbys().isEmpty() ? "" : group.synchronousNames();
        servers.sql(node)
                .execute("ALTER SYSTEM SET synchronous_standby_names = '" + names + "'", "SELECT pg_reload_conf()");
    }

    /** Points a standby to another primary, without a restart where PostgreSQL needs none. */
    void repoint(GroupMember standby, GroupMember primary) throws IOException, InterruptedException {
        servers.sql(standby)
                .execute(
                        "ALTER SYSTEM SET primary_conninfo = '" + servers.conninfo(primary, standby) + "'",
                        "SELECT pg_reload_conf()");
        HaNode node = servers.node(standby);
        if (!node.binaries().isSince(POINTED_BY_RELOAD) && !pointed(standby, primary)) {
            node.stop();
            node.start();
        }
    }

    /** Returns whether the standby streams from the correct address of its primary, which changes with the links. */
    boolean pointed(GroupMember standby, GroupMember primary) throws IOException {
        return servers.sql(standby).text("SHOW primary_conninfo").equals(servers.conninfo(primary, standby));
    }

    boolean streams(GroupMember primary, GroupMember standby) throws IOException {
        return servers.sql(primary)
                .rows("SELECT state FROM pg_stat_replication WHERE application_name = '" + standby.name() + "'")
                .contains("streaming");
    }

    void awaitStreaming(GroupMember primary, GroupMember standby) throws IOException, InterruptedException {
        if (!PollDeadline.in(STREAMING_LIMIT).await(() -> streams(primary, standby))) {
            throw new IOException(standby.name() + " does not stream from " + primary.name() + " after "
                    + STREAMING_LIMIT.toSeconds() + " s; see "
                    + servers.node(standby).log());
        }
    }

    /** Decision which standby to promote after the primary was fenced; pure. */
    sealed interface PromotionDecision {
        /** Promotion of the standby that has every commit that was ever acknowledged. */
        record Promote(String name, WalPosition position) implements PromotionDecision {}

        /**
         * Absence of a standby that is known to have all commits; no primary is better than one that has lost commits. @param why for
         * messages
         */
        record NoSafeCandidate(String why) implements PromotionDecision {}

        /**
         * Decides among the standbys. Any one of them may have confirmed the last commit, so every member of the quorum must have
         * responded: a silent one may be the only one that has it.
         *
         * @param standbys the quorum without the old primary
         * @param heard the WAL position of each standby that responded
         */
        static PromotionDecision among(List<String> standbys, Map<String, WalPosition> heard) {
            List<String> silent =
                    standbys.stream().filter(name -> !heard.containsKey(name)).toList();
            if (!silent.isEmpty() || standbys.isEmpty()) {
                return new NoSafeCandidate(
                        standbys.isEmpty()
                                ? "no safe candidate: no standby was in the quorum"
                                : "no safe candidate: " + silent
                                        + " must respond too, because any one standby may have confirmed"
                                        + " the last commit");
            }
            Comparator<Map.Entry<String, WalPosition>> furthest = Map.Entry.comparingByValue();
            return heard.entrySet().stream()
                    .filter(standby -> standbys.contains(standby.getKey()))
                    .max(furthest.thenComparingInt(standby -> -standbys.indexOf(standby.getKey())))
                    .<PromotionDecision>map(standby -> new Promote(standby.getKey(), standby.getValue()))
                    .orElseThrow();
        }
    }

    /**
     * Position in the primary's log up to which a standby has written it to disk.
     *
     * @param timeline rises by one at each promotion; positions of different timelines cannot be compared by bytes
     * @param bytes since the log began
     */
    record WalPosition(int timeline, long bytes) implements Comparable<WalPosition> {
        private static final Comparator<WalPosition> ORDER =
                Comparator.comparingInt(WalPosition::timeline).thenComparingLong(WalPosition::bytes);

        @Override
        public int compareTo(WalPosition other) {
            return ORDER.compare(this, other);
        }

        @Override
        public String toString() {
            return "timeline %d, %X/%X".formatted(timeline, bytes >>> 32, bytes & 0xFFFF_FFFFL);
        }
    }
}
