package squall.testbed.link;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Deque;

/** Relayed connection from a sender to a receiver, made of two; belongs to the thread that relays. */
final class ProxiedLink {
    private final ProxyRoute route;
    private final SelectionKey near;
    private final SelectionKey far;
    private final LinkPipe forth;
    private final LinkPipe back;

    /** @param near the sender's side; @param far the receiver's, which may still be connecting */
    ProxiedLink(ProxyRoute route, SelectionKey near, SelectionKey far, LinkCondition forth, LinkCondition back) {
        this.route = route;
        this.near = near;
        this.far = far;
        this.forth = new LinkPipe(near, far, forth);
        this.back = new LinkPipe(far, near, back);
    }

    ProxyRoute route() {
        return route;
    }

    /** Moves bytes in both directions, as {@link LinkPipe#move}. */
    long move(ByteBuffer buffer, long nowNs) throws IOException {
        SocketChannel receiver = (SocketChannel) far.channel();
        if (receiver.isConnectionPending()) {
            if (!receiver.finishConnect()) {
                return Long.MAX_VALUE;
            }
            far.interestOps(SelectionKey.OP_READ);
        }
        return Math.min(forth.move(buffer, nowNs), back.move(buffer, nowNs));
    }

    boolean done() {
        return forth.done() && back.done();
    }

    /** Resets the connections of both sides. */
    void reset() throws IOException {
        for (SelectionKey side : new SelectionKey[] {near, far}) {
            SocketChannel channel = (SocketChannel) side.channel();
            if (channel.isConnected()) {
                channel.setOption(StandardSocketOptions.SO_LINGER, 0);
            }
            channel.close();
        }
    }

    void close() throws IOException {
        near.channel().close();
        far.channel().close();
    }

    /** Pipe: one direction of one relayed connection; used only by the relaying thread. Always keeps the order of bytes. */
    private static final class LinkPipe {
        /** Maximum of delayed bytes, above which the sender has to wait, as it would for a slow receiver. */
        private static final int MOST_KEPT = 1 << 18;

        private final SelectionKey source;
        private final SelectionKey sink;
        private final LinkCondition condition;
        private final Deque<Kept> kept = new ArrayDeque<>();
        private int keptBytes;
        private long lastDueNs = Long.MIN_VALUE;
        private boolean ended;
        private boolean closed;

        /** Delayed bytes. @param dueNs before which they do not arrive */
        private record Kept(ByteBuffer bytes, long dueNs) {}

        LinkPipe(SelectionKey source, SelectionKey sink, LinkCondition condition) {
            this.source = source;
            this.sink = sink;
            this.condition = condition;
        }

        /**
         * Moves the bytes that can be moved now, and requests to be called again when more can.
         *
         * @param buffer empty; shared by all pipes, so nothing stays in it
         * @return time in nanoseconds after which it must be called even if no channel becomes ready
         */
        long move(ByteBuffer buffer, long nowNs) throws IOException {
            flush(nowNs);
            boolean more = !ended;
            while (more && keptBytes < MOST_KEPT) {
                more = read(buffer, nowNs);
            }
            if (ended && kept.isEmpty() && !closed) {
                closed = true;
                channel(sink).shutdownOutput();
            }
            return interest(nowNs);
        }

        /** Returns whether the sender has ended and all bytes have arrived. */
        boolean done() {
            return closed;
        }

        /** @return whether there may be more to read at once */
        private boolean read(ByteBuffer buffer, long nowNs) throws IOException {
            int allowed = condition.allowed(buffer.capacity(), nowNs);
            if (allowed == 0) {
                return false;
            }
            buffer.clear().limit(allowed);
            int read = channel(source).read(buffer);
            if (read < 0) {
                ended = true;
            }
            if (read > 0) {
                condition.used(read);
                pass(buffer.flip(), nowNs);
            }
            return read == buffer.capacity();
        }

        private void pass(ByteBuffer bytes, long nowNs) throws IOException {
            long dueNs = Math.max(lastDueNs, nowNs + condition.delayNs(nowNs));
            if (kept.isEmpty() && dueNs <= nowNs) {
                channel(sink).write(bytes);
            }
            if (bytes.hasRemaining()) {
                ByteBuffer copy =
                        ByteBuffer.allocate(bytes.remaining()).put(bytes).flip();
                keptBytes += copy.remaining();
                kept.add(new Kept(copy, dueNs));
                lastDueNs = dueNs;
            }
        }

        private void flush(long nowNs) throws IOException {
            while (!kept.isEmpty() && kept.getFirst().dueNs() <= nowNs && !condition.cut(nowNs)) {
                ByteBuffer first = kept.getFirst().bytes();
                keptBytes -= channel(sink).write(first);
                if (first.hasRemaining()) {
                    return;
                }
                kept.removeFirst();
            }
            if (kept.isEmpty()) {
                lastDueNs = Long.MIN_VALUE;
            }
        }

        private long interest(long nowNs) {
            boolean cut = condition.cut(nowNs);
            boolean throttled = condition.throttled(nowNs);
            want(source, SelectionKey.OP_READ, !ended && !cut && !throttled && keptBytes < MOST_KEPT);
            boolean due = !kept.isEmpty() && kept.getFirst().dueNs() <= nowNs;
            want(sink, SelectionKey.OP_WRITE, due && !cut);
            if (throttled && !ended) {
                return 5_000_000; // tokens are granted in these steps
            }
            return kept.isEmpty() || due || cut
                    ? Long.MAX_VALUE
                    : kept.getFirst().dueNs() - nowNs;
        }

        private static void want(SelectionKey key, int what, boolean wanted) {
            int now = key.interestOps();
            int next = wanted ? now | what : now & ~what;
            if (next != now) {
                key.interestOps(next);
            }
        }

        private static SocketChannel channel(SelectionKey key) {
            return (SocketChannel) key.channel();
        }
    }
}
