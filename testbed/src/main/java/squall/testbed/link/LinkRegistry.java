package squall.testbed.link;

import static java.util.stream.Collectors.toUnmodifiableMap;

import java.io.Closeable;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.Channel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;
import squall.spi.Cluster.Impairment;
import squall.spi.Cluster.Link;

/**
 * Relay of all connections of a {@link ProxyWiring} in one thread, which also applies the impairments: no lock, no timer that could outlive
 * a fault.
 *
 * <p>A new connection over a cut link stays unanswered, although the kernel has already completed its handshake: unlike a dropped packet, a
 * cut is seen by the sender only when it waits for an answer.
 */
final class LinkRegistry implements Closeable {
    private static final int BUFFER = 1 << 16;
    private static final long LONGEST_WAIT_MS = 1_000;

    private final Selector selector;
    private final Map<Link, LinkCondition> weathers;
    private final List<SelectionKey> listeners = new ArrayList<>();
    private final Set<ProxiedLink> relayed = new HashSet<>();
    private final Map<ProxiedLink, Long> timed = new HashMap<>();
    private final Queue<Runnable> orders = new ConcurrentLinkedQueue<>();
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER);
    private long changesAtNs = Long.MAX_VALUE;
    private volatile boolean closed;

    /** Listens from now on. @throws IOException if a port is in use; the message names it */
    LinkRegistry(ProxyWiring wiring) throws IOException {
        this.selector = Selector.open();
        Random random = new Random(); // jitter only; a plan's seed does not reach another process
        this.weathers =
                wiring.links().stream().collect(toUnmodifiableMap(link -> link, link -> new LinkCondition(random)));
        for (ProxyRoute route : wiring.routes()) {
            listeners.add(listen(route));
        }
    }

    private SelectionKey listen(ProxyRoute route) throws IOException {
        ServerSocketChannel listener = ServerSocketChannel.open();
        listener.setOption(StandardSocketOptions.SO_REUSEADDR, true);
        try {
            listener.bind(ProxyRoute.at(route.listens()));
        } catch (IOException e) {
            throw new IOException(
                    "cannot listen on " + ProxyRoute.HOST + ":" + route.listens() + ": " + e.getMessage(), e);
        }
        listener.configureBlocking(false);
        return listener.register(selector, SelectionKey.OP_ACCEPT, route);
    }

    /** Relays until {@link #close}. */
    void run() throws IOException {
        while (!closed) {
            selector.select(waitMs());
            for (Runnable order = orders.poll(); order != null; order = orders.poll()) {
                order.run();
            }
            long nowNs = System.nanoTime();
            if (changesAtNs != Long.MAX_VALUE && nowNs - changesAtNs >= 0) {
                conditionChanged(nowNs);
            }
            serve(nowNs);
        }
        relayed.forEach(LinkRegistry::end);
        selector.keys().forEach(key -> closeQuietly(key.channel()));
        selector.close();
    }

    private void serve(long nowNs) {
        Set<ProxiedLink> ready = new HashSet<>();
        for (SelectionKey key : selector.selectedKeys()) {
            if (key.isValid() && key.attachment() instanceof ProxyRoute route) {
                accept((ServerSocketChannel) key.channel(), route, nowNs);
            } else if (key.attachment() instanceof ProxiedLink connection && relayed.contains(connection)) {
                ready.add(connection); // unless a command has just ended it
            }
        }
        selector.selectedKeys().clear();
        timed.forEach((connection, atNs) -> {
            if (nowNs - atNs >= 0) {
                ready.add(connection);
            }
        });
        ready.forEach(connection -> move(connection, nowNs));
    }

    private void accept(ServerSocketChannel listener, ProxyRoute route, long nowNs) {
        try {
            SocketChannel near = listener.accept();
            if (near == null) {
                return;
            }
            if (condition(route.forth()).reset(nowNs) || condition(route.back()).reset(nowNs)) {
                near.setOption(StandardSocketOptions.SO_LINGER, 0);
                near.close();
                return;
            }
            relayed.add(connected(route, near));
        } catch (IOException e) { // the receiver or the sender is gone: the next connection may succeed
            System.err.println(route + ": " + e.getMessage());
        }
    }

    private ProxiedLink connected(ProxyRoute route, SocketChannel near) throws IOException {
        SocketChannel far = SocketChannel.open();
        near.configureBlocking(false);
        far.configureBlocking(false);
        near.setOption(StandardSocketOptions.TCP_NODELAY, true);
        far.setOption(StandardSocketOptions.TCP_NODELAY, true);
        SelectionKey nearKey = near.register(selector, 0);
        SelectionKey farKey = far.register(selector, SelectionKey.OP_CONNECT);
        ProxiedLink connection =
                new ProxiedLink(route, nearKey, farKey, condition(route.forth()), condition(route.back()));
        nearKey.attach(connection);
        farKey.attach(connection);
        try {
            far.connect(ProxyRoute.at(route.port()));
        } catch (IOException e) {
            connection.reset(); // refused there, so refused here
            throw e;
        }
        return connection;
    }

    private void move(ProxiedLink connection, long nowNs) {
        try {
            long wait = connection.move(buffer, nowNs);
            if (wait == Long.MAX_VALUE) {
                timed.remove(connection);
            } else {
                timed.put(connection, nowNs + wait);
            }
            if (connection.done()) {
                connection.close();
                forget(connection);
            }
        } catch (IOException e) { // one side reset the connection, so the other is reset too
            end(connection);
            forget(connection);
        }
    }

    private void forget(ProxiedLink connection) {
        relayed.remove(connection);
        timed.remove(connection);
    }

    private static void end(ProxiedLink connection) {
        try {
            connection.reset();
        } catch (IOException e) {
            System.err.println(connection.route() + ": " + e.getMessage()); // it is gone either way
        }
    }

    /** Impairs a link; returns when it is in effect. May be called by any thread. */
    void disturb(Link link, Impairment impairment, Duration atMost) throws InterruptedException {
        LinkCondition condition = condition(link);
        order(() -> {
            long nowNs = System.nanoTime();
            condition.set(impairment, nowNs, nowNs + atMost.toNanos());
            conditionChanged(nowNs);
            return true;
        });
    }

    /** Removes the impairment of a link; returns when it is gone. May be called by any thread. */
    void restoreLink(Link link) throws InterruptedException {
        LinkCondition condition = condition(link);
        order(() -> {
            condition.clear();
            conditionChanged(System.nanoTime());
            return true;
        });
    }

    /** Returns the current impairment of a link. May be called by any thread. */
    Optional<Impairment> impairment(Link link) throws InterruptedException {
        LinkCondition condition = condition(link);
        return order(() -> condition.impairment(System.nanoTime()));
    }

    private <T> T order(Callable<T> work) throws InterruptedException {
        FutureTask<T> task = new FutureTask<>(work);
        orders.add(task);
        selector.wakeup();
        try {
            return task.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("an order failed", e);
        }
    }

    private void conditionChanged(long nowNs) {
        long wait = weathers.values().stream()
                .mapToLong(condition -> condition.changesInNs(nowNs))
                .min()
                .orElse(Long.MAX_VALUE);
        changesAtNs = wait == Long.MAX_VALUE ? wait : nowNs + wait;
        for (SelectionKey listener : listeners) {
            ProxyRoute route = (ProxyRoute) listener.attachment();
            boolean cut = condition(route.forth()).cut(nowNs)
                    || condition(route.back()).cut(nowNs);
            listener.interestOps(cut ? 0 : SelectionKey.OP_ACCEPT);
        }
        for (ProxiedLink connection : List.copyOf(relayed)) {
            ProxyRoute route = connection.route();
            if (condition(route.forth()).reset(nowNs) || condition(route.back()).reset(nowNs)) {
                end(connection);
                forget(connection);
            } else {
                move(connection, nowNs);
            }
        }
    }

    private LinkCondition condition(Link link) {
        @Nullable LinkCondition condition = weathers.get(link);
        if (condition == null) {
            throw new IllegalArgumentException("there is no link " + link.from() + " -> " + link.to());
        }
        return condition;
    }

    private long waitMs() {
        long nowNs = System.nanoTime();
        long wait = changesAtNs == Long.MAX_VALUE ? Long.MAX_VALUE : changesAtNs - nowNs;
        for (long atNs : timed.values()) {
            wait = Math.min(wait, atNs - nowNs);
        }
        return Math.clamp(wait / 1_000_000, 1, LONGEST_WAIT_MS);
    }

    private static void closeQuietly(Channel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            System.err.println(channel + ": " + e.getMessage()); // the process is about to end
        }
    }

    @Override
    public void close() {
        closed = true;
        selector.wakeup();
    }
}
