package squall.testbed.link;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/** One connection from a sender to a receiver, made of two; belongs to the thread that relays. */
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

    /** As {@link LinkPipe#move}, in both directions. */
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
}
