package squall.testbed.host;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import squall.system.PollDeadline;

/** TCP port at an address of this machine. @param host a numeric address: nothing is looked up */
public record LocalPort(String host, int number) {
    private static final int CONNECT_LIMIT_MS = 2_000;
    private static final Duration FREE_LIMIT = Duration.ofSeconds(15);

    /** Returns whether a server could listen there now. */
    public boolean free() {
        try (var socket = new ServerSocket()) {
            socket.bind(address());
            return true;
        } catch (IOException e) {
            return false; // bind reports it by an exception only
        }
    }

    /** Returns whether a process accepts connections there now; a frozen process does. */
    public boolean accepts() {
        try (var socket = new Socket()) {
            socket.connect(address(), CONNECT_LIMIT_MS);
            return true;
        } catch (IOException e) {
            return false; // connect reports it by an exception only
        }
    }

    /**
     * Waits until a server can listen there. A port of an outgoing connection, or one that a killed process releases, becomes free soon.
     *
     * @throws IOException naming the node and the process that has the port
     */
    public void awaitFree(String node) throws IOException, InterruptedException {
        awaitFree(node, FREE_LIMIT);
    }

    void awaitFree(String node, Duration limit) throws IOException, InterruptedException {
        if (!PollDeadline.in(limit).await(this::free)) {
            throw new IOException(
                    node + ": " + this + " is already in use" + by() + "; stop that process, or choose another --name");
        }
    }

    private String by() throws IOException {
        Set<String> sockets = sockets();
        Optional<ProcessHandle> holder = ProcessHandle.allProcesses()
                .filter(process -> holds(process.pid(), sockets))
                .findFirst();
        return holder.map(process -> " by process " + process.pid()
                        + process.info()
                                .command()
                                .map(program -> " (" + program + ")")
                                .orElse(""))
                .orElse("");
    }

    /** Finds the sockets in the kernel's tables (proc_pid_net(5)): local address, state, and inode are columns 1, 3 and 9. */
    private Set<String> sockets() throws IOException {
        String ending = ":%04X".formatted(number);
        Set<String> found = new HashSet<>();
        for (Path table : List.of(Path.of("/proc/net/tcp"), Path.of("/proc/net/tcp6"))) {
            if (Files.isReadable(table)) {
                Files.readAllLines(table).stream()
                        .map(line -> line.strip().split("\\s+", -1))
                        .filter(columns -> columns.length > 9 && columns[1].endsWith(ending))
                        .forEach(columns -> found.add("socket:[" + columns[9] + "]"));
            }
        }
        return found;
    }

    private static boolean holds(long pid, Set<String> sockets) {
        try (Stream<Path> files = Files.list(Path.of("/proc", Long.toString(pid), "fd"))) {
            return files.anyMatch(file -> sockets.contains(target(file)));
        } catch (IOException e) {
            return false; // it has ended, or belongs to another user
        }
    }

    private static String target(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException e) {
            return ""; // closed in the meantime
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
