package squall.testbed.ha;

import java.io.IOException;
import java.util.function.Consumer;
import squall.spi.Cluster.State;

/** Brings nodes of a group back into it; called by the holder of its lock. @param say hears what takes a while */
record Assembly(Servers servers, Consumer<String> say) {
    static final String DATABASE = "squall";

    /** All nodes up and streaming; answers whether that was still to do. */
    boolean complete(Group group) throws IOException, InterruptedException {
        boolean changed = primary(group);
        Group now = group;
        for (Member member : group.members()) {
            if (!member.name().equals(group.primary())) {
                Group after = standby(now, member);
                changed |= after != now;
                now = after;
            }
        }
        return changed;
    }

    /** One node up in its place, as primary or standby; the group as it is then. */
    Group bring(Group group, Member member) throws IOException, InterruptedException {
        if (!member.name().equals(group.primary())) {
            return standby(group, member);
        }
        primary(group);
        return group;
    }

    /** Answers whether it had to be started. */
    private boolean primary(Group group) throws IOException, InterruptedException {
        HaNode node = servers.node(group.member(group.primary()));
        boolean started = absent(node);
        if (started) {
            node.start();
        }
        new Failover(servers, say).finishPromotion(group);
        ensureDatabase(node.member());
        return started;
    }

    private boolean absent(HaNode node) throws IOException, InterruptedException {
        return switch (node.state(servers.password())) {
            case DOWN -> true;
            case UP, BUSY -> false;
            case PAUSED ->
                throw new IOException(node.member().name() + " is frozen (SIGSTOP); let its processes go on with"
                        + " 'kill -CONT', or kill them");
        };
    }

    /** The same group, if the node was there already. */
    private Group standby(Group group, Member member) throws IOException, InterruptedException {
        HaNode node = servers.node(member);
        boolean stale = group.stale().contains(member.name());
        Member primary = group.member(group.primary());
        var failover = new Failover(servers, say);
        if (!stale && !absent(node) && failover.streams(primary, member)) {
            return group;
        }
        if (stale) {
            say.accept("cloning " + member.name() + " from " + primary.name());
            node.kill(); // leftovers
            new Cloning(servers.node(primary), node, group, servers.password()).run();
        }
        if (node.state(servers.password()) == State.DOWN) {
            node.start();
        }
        failover.repoint(member, primary);
        failover.awaitStreaming(primary, member);
        Group rejoined = group.rejoined(member.name());
        servers.home().write(rejoined);
        for (Member one : rejoined.members()) {
            if (!rejoined.stale().contains(one.name()) && servers.node(one).state(servers.password()) == State.UP) {
                failover.synchronous(one, rejoined);
            }
        }
        return rejoined;
    }

    private void ensureDatabase(Member primary) throws IOException {
        if (servers.sql(primary)
                .rows("SELECT datname FROM pg_database WHERE datname = '" + DATABASE + "'")
                .isEmpty()) {
            servers.sql(primary).execute("CREATE DATABASE " + DATABASE);
        }
    }
}
