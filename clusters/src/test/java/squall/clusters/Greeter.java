package squall.clusters;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;

/** Server that answers every greeting with one letter, as PostgreSQL does where it speaks no TLS. */
public final class Greeter implements Closeable {
    private final ServerSocket listening;

    /** @param address to listen on */
    public Greeter(String address) throws IOException {
        listening = new ServerSocket(0, 50, InetAddress.getByName(address));
        Thread.ofVirtual().start(this::serve);
    }

    public int port() {
        return listening.getLocalPort();
    }

    private void serve() {
        while (!listening.isClosed()) {
            try (Socket socket = listening.accept()) {
                socket.getInputStream().readNBytes(8);
                socket.getOutputStream().write('N');
            } catch (SocketException e) {
                // closed, here or there: the loop looks which
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
    }
}
