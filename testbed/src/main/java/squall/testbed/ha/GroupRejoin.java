package squall.testbed.ha;

import java.io.IOException;
import java.util.function.Consumer;
import squall.spi.Cluster.State;

/** Brings nodes of a group back into it; called by the holder of its lock. @param say is told what takes a while */
record GroupRejoin(HaServers servers, Consumer<String> say) {
    static final String DATABASE = "squall";

    /** All nodes up and streaming; answers whether that was still to do. */
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
        ensureDatabase(node.member());
    }

    /** @throws IOException if the node is frozen: it would neither start nor answer */
    private boolean absent(HaNode node) throws IOException, InterruptedException {
        return switch (node.state(servers.password())) {
            case DOWN -> true;
            case UP, BUSY -> false;
            case PAUSED ->
                throw new IOException(node.member().name() + " is frozen (SIGSTOP); resume its processes with"
                        + " 'kill -CONT', or kill them");
        };
    }

    /** Without a primary it is started and waits for one: its voice may be what the supervisor is waiting for. */
    private HaGroup standby(HaGroup group, GroupMember member) throws IOException, InterruptedException {
        HaNode node = servers.node(member);
        HaNode primary = servers.node(group.member(group.primary()));
        boolean led = primary.state(servers.password()) == State.UP;
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

    /** On disk first; then every other running node waits for its confirmation too, if it is the primary. */
    private HaGroup counted(HaGroup group, Failover failover) throws IOException, InterruptedException {
        servers.home().write(group);
        for (GroupMember member : group.members()) {
            if (group.quorum().contains(member.name()) && servers.node(member).state(servers.password()) == State.UP) {
                failover.synchronous(member, group);
            }
        }
        return group;
    }

    private void ensureDatabase(GroupMember primary) throws IOException {
        if (servers.sql(primary)
                .rows("SELECT datname FROM pg_database WHERE datname = '" + DATABASE + "'")
                .isEmpty()) {
            servers.sql(primary).execute("CREATE DATABASE " + DATABASE);
        }
    }
}
