package squall.testbed.link;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** Server that sends back what it receives. */
final class Echo implements Closeable {
    private final ServerSocket listener;

    Echo() throws IOException {
        listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket socket = listener.accept();
                Thread.ofVirtual().start(() -> echo(socket));
            } catch (IOException e) {
                return; // closed
            }
        }
    }

    private static void echo(Socket socket) {
        try (socket) {
            socket.getInputStream().transferTo(socket.getOutputStream());
            socket.shutdownOutput();
        } catch (IOException e) {
            return; // the other side has ended it, as some tests want
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
