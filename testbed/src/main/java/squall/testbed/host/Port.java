package squall.testbed.host;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** A TCP port at an address of this machine. @param host a numeric address: nothing is looked up */
public record Port(String host, int number) {
    private static final int CONNECT_LIMIT_MS = 2_000;

    /** Whether a server could listen there now. */
    public boolean free() {
        try (var socket = new ServerSocket()) {
            socket.bind(address());
            return true;
        } catch (IOException e) {
            return false; // bind has no other way to say so
        }
    }

    /** Whether somebody accepts connections there now; a frozen process does. */
    public boolean accepts() {
        try (var socket = new Socket()) {
            socket.connect(address(), CONNECT_LIMIT_MS);
            return true;
        } catch (IOException e) {
            return false; // connect has no other way to say so
        }
    }

    private InetSocketAddress address() {
        return new InetSocketAddress(host, number);
    }

    @Override
    public String toString() {
        return host + ":" + number;
    }
}
