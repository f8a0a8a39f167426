package squall.sql;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/** Relay of TCP in front of a server, whose connections can be cut, and whose answers can be lost. */
public final class Relay implements AutoCloseable {
    private final int target;
    private final ServerSocket listener;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final AtomicLong bytesLeft = new AtomicLong(Long.MAX_VALUE);
    private volatile boolean dying;

    private Relay(int port, int target) throws IOException {
        this.target = target;
        this.listener = new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
        threads.execute(this::accept);
    }

    public static Relay to(int target) throws IOException {
        return new Relay(0, target);
    }

    /** Starts a relay that listens on a given port, for example one that was closed before. */
    static Relay on(int port, int target) throws IOException {
        return new Relay(port, target);
    }

    public int port() {
        return listener.getLocalPort();
    }

    /**
     * Loses the next answer once this much more has been sent, and breaks its connection: the server has done its work, and the client is
     * not told.
     */
    public void loseAnswerAfter(long bytes) {
        bytesLeft.set(bytes);
    }

    /** Loses an answer as above; from then on no connection gets through. */
    public void dieAfter(long bytes) {
        dying = true;
        bytesLeft.set(bytes);
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket socket : sockets) {
            socket.close();
        }
        threads.shutdownNow();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
                sockets.add(client);
                sockets.add(server);
                threads.execute(() -> pump(client, server, false));
                threads.execute(() -> pump(server, client, true));
            } catch (IOException e) {
                // The listener was closed, or the server is down: whoever connected sees the end of its connection.
            }
        }
    }

    private void pump(Socket from, Socket to, boolean answers) {
        byte[] buffer = new byte[64 << 10];
        try (from;
                to;
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream()) {
            for (int n = in.read(buffer); n > 0; n = in.read(buffer)) {
                if (answers && bytesLeft.get() <= 0) {
                    lose();
                    return;
                }
                out.write(buffer, 0, n);
                if (!answers) {
                    bytesLeft.addAndGet(-n);
                }
            }
        } catch (IOException e) {
            // One side ended; the other is closed with it, which is what a relay is for.
        }
    }

    private void lose() throws IOException {
        bytesLeft.set(Long.MAX_VALUE);
        if (dying) {
            listener.close();
        }
    }
}
