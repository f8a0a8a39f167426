package squall.sql.driver;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import javax.net.SocketFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import squall.spi.ConnectionStep.StageKind;

/**
 * Factory of sockets whose timeouts need no system call. A read of Java's own sockets with a timeout, and every later one on the same
 * socket, is three calls: a read that finds nothing, a poll, and the read; here it is one that blocks, and a thread that checks all sockets
 * four times a second closes the one that has waited too long.
 *
 * <p>A timeout ends the connection, as a driver's does; it comes up to a quarter of a second late. Timeouts of less than a second, which
 * drivers use to check whether something has arrived, are left to Java. Drivers create their sockets here by this class's name.
 */
public final class WatchedSocketFactory extends SocketFactory {
    private static final long TICK_NS = 250_000_000;
    private static final int SHORTEST_WATCHED_MS = 1_000;
    private static final Logger LOG = LoggerFactory.getLogger(WatchedSocketFactory.class);
    private static final Watch WATCH = new Watch();

    @Override
    public Socket createSocket() {
        ConnectionAttempt.begin(StageKind.LOOKUP); // drivers look up the address between this call and connect
        return new WatchedSocket();
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        return connected(new InetSocketAddress(host, port), null);
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress local, int localPort) throws IOException {
        return connected(new InetSocketAddress(host, port), new InetSocketAddress(local, localPort));
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
        return connected(new InetSocketAddress(host, port), null);
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) throws IOException {
        return connected(new InetSocketAddress(host, port), new InetSocketAddress(local, localPort));
    }

    private Socket connected(SocketAddress remote, @Nullable SocketAddress local) throws IOException {
        Socket socket = createSocket();
        try {
            socket.bind(local);
            socket.connect(remote);
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /** Socket used by one thread at a time, except for closing. */
    private static final class WatchedSocket extends Socket {
        /** Number of calls: odd while a call is waiting; the next number for each call. Written by the caller only. */
        private final AtomicInteger calls = new AtomicInteger();

        private volatile int limitMs;
        private volatile boolean expired;
        // Of the watching thread: the call it saw, and since when.
        private int seenCall;
        private long seenNs;

        @Override
        public void connect(SocketAddress remote, int timeoutMs) throws IOException {
            ConnectionAttempt.begin(StageKind.CONNECT);
            int usualMs = limitMs;
            limitMs = timeoutMs;
            WATCH.add(this);
            begin();
            try {
                super.connect(remote, 0);
                ConnectionAttempt.begin(StageKind.LOGIN);
            } catch (IOException e) {
                WATCH.remove(this);
                throw explained(e, "Connect timed out");
            } finally {
                end();
                limitMs = usualMs;
            }
        }

        @Override
        public void setSoTimeout(int timeoutMs) throws SocketException {
            boolean watched = timeoutMs == 0 || timeoutMs >= SHORTEST_WATCHED_MS;
            super.setSoTimeout(watched ? 0 : timeoutMs);
            limitMs = watched ? timeoutMs : 0;
        }

        @Override
        public int getSoTimeout() throws SocketException {
            int watched = limitMs;
            return watched == 0 ? super.getSoTimeout() : watched;
        }

        @Override
        public InputStream getInputStream() throws IOException {
            return new WatchedInput(super.getInputStream());
        }

        @Override
        public void close() throws IOException {
            WATCH.remove(this);
            super.close();
        }

        private void begin() {
            calls.setOpaque(calls.getPlain() + 1);
        }

        private void end() {
            calls.setOpaque(calls.getPlain() + 1);
        }

        private IOException explained(IOException e, String timeout) {
            if (!expired) {
                return e;
            }
            SocketTimeoutException late = new SocketTimeoutException(timeout);
            late.initCause(e);
            return late;
        }

        /** Closes the socket if its call has waited too long. Called by the watching thread only. */
        void check(long nowNs) {
            int call = calls.getOpaque();
            int limit = limitMs;
            if (call != seenCall) {
                seenCall = call;
                seenNs = nowNs;
            } else if ((call & 1) == 1 && limit > 0 && nowNs - seenNs >= limit * 1_000_000L) {
                expired = true;
                try {
                    close();
                } catch (IOException e) {
                    LOG.debug("a socket that waited too long could not be closed", e);
                }
            }
        }

        /** Stream that is watched in all ways of reading, as all others of an input stream use the two here. */
        private final class WatchedInput extends InputStream {
            private final InputStream in;

            WatchedInput(InputStream in) {
                this.in = in;
            }

            @Override
            public int read() throws IOException {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
            }

            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                begin();
                try {
                    return in.read(bytes, offset, length);
                } catch (IOException e) {
                    throw explained(e, "Read timed out");
                } finally {
                    end();
                }
            }

            @Override
            public int available() throws IOException {
                return in.available();
            }

            @Override
            public void close() throws IOException {
                in.close();
            }
        }
    }

    /** Watch of all open sockets, with a thread that checks them as long as there are any. */
    private static final class Watch implements Runnable {
        private final Set<WatchedSocket> sockets = ConcurrentHashMap.newKeySet();
        private @Nullable Thread thread;

        synchronized void add(WatchedSocket socket) {
            sockets.add(socket);
            if (thread == null) {
                thread = Thread.ofPlatform()
                        .daemon()
                        .name("squall-socket-timeouts")
                        .start(this);
            }
        }

        void remove(WatchedSocket socket) {
            sockets.remove(socket);
        }

        @Override
        public void run() {
            while (!idle()) {
                LockSupport.parkNanos(this, TICK_NS);
                long now = System.nanoTime();
                sockets.forEach(socket -> socket.check(now));
            }
        }

        private synchronized boolean idle() {
            if (sockets.isEmpty()) {
                thread = null;
            }
            return thread == null;
        }
    }
}
