package squall.cql.driver;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.loadbalancing.NodeDistance;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import com.datastax.oss.driver.internal.core.channel.ChannelEvent;
import com.datastax.oss.driver.internal.core.context.EventBus;
import com.datastax.oss.driver.internal.core.context.InternalDriverContext;
import com.datastax.oss.driver.internal.core.metadata.NodeStateEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import squall.spi.ConnectionStep;
import squall.spi.ConnectionStep.Kind;
import squall.spi.DriverSteps;
import squall.spi.DriverSteps.NodeStep;

/**
 * Log of the steps by which the driver loses nodes and connects to them again: from the loss of the last connection to a node to the next
 * one for requests, with each pause of the reconnection policy and each attempt in between. Written by the driver's administrative threads,
 * never for a request; read by any thread.
 */
public final class NodeConnectionLog {
    /** Number of steps that are kept, some 10 MB: an attempt a second at one node for half a day. */
    private static final int MOST = 100_000;

    private final Function<? super Node, String> names;
    private final Map<String, NodeConnections> nodes = new HashMap<>();
    private final List<NodeStep> steps = new ArrayList<>();
    private final long begunNs = System.nanoTime();
    private long omitted;

    NodeConnectionLog(Function<? super Node, String> names) {
        this.names = names;
    }

    /** Begins to log the connections of a session, which is connected. @param names of nodes, host:port */
    public static NodeConnectionLog of(CqlSession session, Function<? super Node, String> names) {
        NodeConnectionLog log = new NodeConnectionLog(names);
        if (session.getContext().getReconnectionPolicy() instanceof LoggedReconnectionPolicy policy) {
            policy.logTo(log);
        }
        if (session.getContext() instanceof InternalDriverContext context) {
            EventBus events = context.getEventBus();
            events.register(NodeStateEvent.class, log::stateChanged);
            events.register(ChannelEvent.class, log::channelChanged);
        }
        session.getMetadata().getNodes().values().stream()
                .filter(node -> node.getState() == NodeState.DOWN)
                .forEach(node -> log.lost(names.apply(node), log.nowNs()));
        return log;
    }

    /** Returns {@link System#nanoTime} of the log's begin, from which its own times count. */
    long begunNs() {
        return begunNs;
    }

    /** Lists the steps so far. @param originNs {@link System#nanoTime} of second 0 of their times */
    public synchronized DriverSteps steps(long originNs) {
        long laterNs = begunNs - originNs;
        return new DriverSteps(
                steps.stream()
                        .map(each -> new NodeStep(
                                each.node(),
                                new ConnectionStep(
                                        each.step().kind(),
                                        each.step().fromNs() + laterNs,
                                        each.step().toNs() + laterNs,
                                        each.step().detail())))
                        .toList(),
                omitted);
    }

    /** Notes that the driver begins to reconnect to a node, perhaps while it has other connections to it. */
    void reconnecting(Node node) {
        reconnecting(names.apply(node));
    }

    /** Notes that the driver pauses before it tries a node again; an attempt before this was in vain. */
    void pausing(Node node, Duration pause) {
        pausing(names.apply(node), pause, nowNs());
    }

    private void stateChanged(NodeStateEvent event) {
        if (event.newState == NodeState.DOWN && event.node.getDistance() != NodeDistance.IGNORED) {
            lost(names.apply(event.node), nowNs());
        }
    }

    /** Notes connections at once: the driver says that a node is up only after it has read what is new about it. */
    private void channelChanged(ChannelEvent event) {
        switch (event.type) {
            case OPENED -> opened(names.apply(event.node), nowNs());
            case RECONNECTION_STOPPED -> reconnected(names.apply(event.node), nowNs());
            case CLOSED, RECONNECTION_STARTED, CONTROL_CONNECTION_FAILED -> {
                // The state of the node and the pauses of the policy tell more.
            }
        }
    }

    private long nowNs() {
        return System.nanoTime() - begunNs;
    }

    synchronized void reconnecting(String node) {
        NodeConnections known = connections(node);
        known.pause = Optional.empty();
        known.opened = false;
    }

    synchronized void pausing(String node, Duration pause, long atNs) {
        NodeConnections known = connections(node);
        if (known.lost) {
            long attemptNs = paused(node, atNs);
            if (attemptNs < atNs) {
                add(node, Kind.REFUSED, attemptNs, atNs);
            }
        }
        known.pause = Optional.of(new Pause(atNs, atNs + pause.toNanos()));
        known.opened = false;
    }

    synchronized void lost(String node, long atNs) {
        NodeConnections known = connections(node);
        if (!known.lost) {
            known.lost = true;
            known.lostNs = atNs;
            add(node, Kind.BROKEN, atNs, atNs);
        }
    }

    /** Notes a connection. One during a pause may be the control connection, which carries no requests. */
    synchronized void opened(String node, long atNs) {
        NodeConnections known = connections(node);
        known.opened = true;
        if (known.pause.isEmpty() || atNs >= known.pause.get().untilNs()) {
            reconnected(node, atNs);
        }
    }

    /** Notes that the driver no longer reconnects to a node, because it has the connections that it wants, or wants none. */
    synchronized void reconnected(String node, long atNs) {
        NodeConnections known = connections(node);
        if (known.lost && known.opened) {
            add(node, Kind.CONNECTED, paused(node, atNs), atNs);
            known.lost = false;
        }
        known.pause = Optional.empty();
        known.opened = false;
    }

    /**
     * Adds the last pause, if there was one, as far as the node was lost during it.
     *
     * @param atNs end of the attempt after it
     * @return when that attempt began: as planned, or at its end where the driver heard that the node is back and did not wait so long
     */
    private long paused(String node, long atNs) {
        NodeConnections known = connections(node);
        if (known.pause.isEmpty()) {
            return atNs;
        }
        Pause pause = known.pause.get();
        long fromNs = Math.min(Math.max(pause.fromNs(), known.lostNs), atNs);
        long toNs = Math.clamp(pause.untilNs(), fromNs, atNs);
        add(node, Kind.PAUSED, fromNs, toNs);
        return toNs;
    }

    private NodeConnections connections(String node) {
        return nodes.computeIfAbsent(node, unseen -> new NodeConnections());
    }

    private void add(String node, Kind kind, long fromNs, long toNs) {
        if (steps.size() < MOST) {
            steps.add(new NodeStep(node, new ConnectionStep(kind, fromNs, toNs, node)));
        } else {
            omitted++;
        }
    }

    /** Pause of the reconnection policy. @param untilNs its planned end */
    private record Pause(long fromNs, long untilNs) {}

    /** State of the connections to one node. */
    private static final class NodeConnections {
        private boolean lost;
        private long lostNs;
        private boolean opened;
        private Optional<Pause> pause = Optional.empty();
    }
}
