package squall.testbed.ha;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import squall.host.Deadline;

/**
 * From a primary that does not answer to one that does, in an order that loses nothing: fence, listen, choose, remember,
 * promote, repoint. Run by the holder of the group's lock.
 *
 * @param tell hears each step
 */
record Failover(Servers servers, Consumer<String> tell) {
    private static final Duration PROMOTION_LIMIT = Duration.ofSeconds(30);
    private static final Duration STREAMING_LIMIT = Duration.ofSeconds(30);

    /** How far a standby has come. After a restart it has received nothing yet, but replayed what it has. */
    private static final String POSITION = """
            SELECT ('x' || (SELECT max(substr(name, 1, 8)) FROM pg_ls_waldir() WHERE name ~ '^[0-9A-F]{24}$'))::bit(32)::int
                || ' ' || pg_wal_lsn_diff(greatest(
                    coalesce(pg_last_wal_receive_lsn(), '0/0'), coalesce(pg_last_wal_replay_lsn(), '0/0')), '0/0')""";

    /** The group with its new primary; as it was, if nobody may be promoted. */
    Group run(Group group) throws IOException, InterruptedException {
        Member old = group.member(group.primary());
        fence(old);
        Map<String, Position> heard = listen(group.standbys());
        return switch (Choice.among(group.standbys().stream().map(Member::name).toList(), heard)) {
            case Choice.NoSafeCandidate none -> {
                tell.accept(none.why());
                yield group;
            }
            case Choice.Promote next -> {
                tell.accept("chose " + next.name() + " at " + next.position());
                yield promote(group, next.name());
            }
        };
    }

    /** Before anybody is listened to: a primary that still runs could acknowledge one more commit. */
    private void fence(Member old) throws IOException, InterruptedException {
        servers.node(old).kill();
        // In a namespace nobody else can listen, and over a link that is cut the question would wait for nothing.
        if (servers.namespaces().isEmpty() && old.address().accepts()) {
            throw new IOException(old.name() + " was killed, but somebody accepts connections at " + old.address());
        }
        tell.accept("fenced " + old.name() + ": no process of it is left");
    }

    private Map<String, Position> listen(List<Member> standbys) {
        var heard = new HashMap<String, Position>();
        for (Member standby : standbys) {
            try {
                heard.put(standby.name(), position(standby));
                tell.accept(standby.name() + " has " + heard.get(standby.name()));
            } catch (IOException e) { // silence is an answer here: the choice says what it means
                tell.accept(standby.name() + " is silent: " + e.getMessage());
            }
        }
        return heard;
    }

    private Position position(Member standby) throws IOException {
        String found = Sql.probing(standby, servers.password()).text(POSITION);
        int space = found.indexOf(' ');
        return new Position(Integer.parseInt(found.substring(0, space)), Long.parseLong(found.substring(space + 1)));
    }

    /** Remembered first: from now on nothing may bring the old primary back with its old data. */
    private Group promote(Group group, String next) throws IOException, InterruptedException {
        Group promoting = group.promoting(next);
        servers.home().write(promoting);
        finish(promoting);
        return promoting;
    }

    private void finish(Group group) throws IOException, InterruptedException {
        finishPromotion(group);
        Member primary = group.member(group.primary());
        for (Member standby : group.standbys()) {
            synchronous(standby, group);
            repoint(standby, primary);
            awaitStreaming(primary, standby);
            tell.accept(standby.name() + " follows " + primary.name());
        }
    }

    /** Makes the remembered primary one, even if a crash came between remembering and promoting. */
    void finishPromotion(Group group) throws IOException {
        Member primary = group.member(group.primary());
        var sql = new Sql(primary, servers.password(), PROMOTION_LIMIT);
        if (sql.text("SELECT pg_is_in_recovery()").equals("t")) {
            if (!sql.text("SELECT pg_promote(true, 20)").equals("t")) {
                throw new IOException(primary.name() + " was not promoted within 20 s");
            }
            tell.accept("promoted " + primary.name());
        }
        synchronous(primary, group);
    }

    /** A primary that stands alone waits for nobody: the first copies are still to be made. */
    void synchronous(Member node, Group group) throws IOException {
        String names = group.standbys().isEmpty() ? "" : group.synchronousNames();
        servers.sql(node)
                .execute("ALTER SYSTEM SET synchronous_standby_names = '" + names + "'", "SELECT pg_reload_conf()");
    }

    /** Takes effect without a restart. */
    void repoint(Member standby, Member primary) throws IOException {
        servers.sql(standby)
                .execute(
                        "ALTER SYSTEM SET primary_conninfo = '" + servers.conninfo(primary, standby) + "'",
                        "SELECT pg_reload_conf()");
    }

    /** Whether the standby looks for its primary where it should, which changes with the links. */
    boolean pointed(Member standby, Member primary) throws IOException {
        return servers.sql(standby).text("SHOW primary_conninfo").equals(servers.conninfo(primary, standby));
    }

    boolean streams(Member primary, Member standby) throws IOException {
        return servers.sql(primary)
                .rows("SELECT state FROM pg_stat_replication WHERE application_name = '" + standby.name() + "'")
                .contains("streaming");
    }

    void awaitStreaming(Member primary, Member standby) throws IOException, InterruptedException {
        if (!Deadline.in(STREAMING_LIMIT).await(() -> streams(primary, standby))) {
            throw new IOException(standby.name() + " does not stream from " + primary.name() + " after "
                    + STREAMING_LIMIT.toSeconds() + " s; see "
                    + servers.node(standby).log());
        }
    }
}
