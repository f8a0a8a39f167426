package squall.testbed.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import squall.system.FileTrees;
import squall.system.FolderLock;
import squall.system.StateFolder;

/**
 * Registry of the ports that a cluster or a server keeps from its creation to its removal, so that no other one of this user takes the
 * port of a node that is down, in any state folder. A port belongs to a cluster as long as the cluster's folder exists.
 *
 * @param registry contains one file for each port, with the path of the cluster's folder
 * @param owner the cluster's folder, which may not have been created yet
 */
public record PortReservations(Path registry, Path owner) {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    /** Suffix of the folder of a cluster that is being created. */
    private static final String MAKING = ".making";

    /** Creates the reservations in a folder that all state folders of this user share; another network namespace has other ports. */
    public static PortReservations of(Path owner) {
        String name = "squall-ports-" + StateFolder.uid() + network();
        return new PortReservations(Path.of("/var/tmp", name), owner);
    }

    private static String network() {
        try {
            return Files.readSymbolicLink(Path.of("/proc/self/ns/net"))
                    .toString()
                    .replaceAll("\\D+", "-")
                    .replaceAll("-$", "");
        } catch (IOException e) {
            return ""; // not Linux
        }
    }

    /** Reserves the first free ports of a range. @throws IOException if there are too few */
    public List<Integer> take(String host, int first, int last, int wanted) throws IOException, InterruptedException {
        Optional<List<Integer>> taken = locked(() -> {
            List<Integer> found = new ArrayList<>();
            for (int port = first; port <= last && found.size() < wanted; port++) {
                if (available(port) && new LocalPort(host, port).free()) {
                    found.add(port);
                }
            }
            if (found.size() < wanted) {
                return Optional.empty();
            }
            note(found);
            return Optional.of(found);
        });
        return taken.orElseThrow(() -> new IOException("fewer than " + wanted + " ports from " + first + " to " + last
                + " are free on " + host
                + ": stop servers, or remove clusters with 'testbed reset' (their ports are in "
                + registry + ")"));
    }

    /** Reserves the first suitable port of a range; empty if there is none. */
    public Optional<Integer> takeFirst(int first, int last, Predicate<Integer> fit)
            throws IOException, InterruptedException {
        return locked(() -> {
            for (int port : IntStream.rangeClosed(first, last).toArray()) {
                if (available(port) && fit.test(port)) {
                    note(List.of(port));
                    return Optional.of(port);
                }
            }
            return Optional.empty();
        });
    }

    /** Reserves the ports of an existing cluster, unless another cluster has reserved them. */
    public void keep(List<Integer> ports) throws IOException, InterruptedException {
        locked(() -> {
            List<Integer> missing = new ArrayList<>();
            for (int port : ports) {
                if (available(port)) {
                    missing.add(port);
                }
            }
            note(missing);
            return missing;
        });
    }

    /** Releases all ports of the cluster, once it is removed. Idempotent. */
    public void release() throws IOException, InterruptedException {
        locked(() -> {
            List<Path> released = new ArrayList<>();
            for (Path file : FileTrees.entries(registry)) {
                if (file.getFileName().toString().matches("\\d+")
                        && ownerOf(file).startsWith(owner)) {
                    Files.delete(file);
                    released.add(file);
                }
            }
            return released;
        });
    }

    private static Path ownerOf(Path port) throws IOException {
        return Path.of(Files.readString(port).strip());
    }

    private <T> T locked(FolderLock.LockedAction<T> action) throws IOException, InterruptedException {
        FileTrees.make(registry, "rwx------");
        if (StateFolder.uid(registry) != StateFolder.uid()) { // it could be a link to another folder
            throw new IOException(registry + " belongs to user " + StateFolder.uid(registry) + ", you are user "
                    + StateFolder.uid() + "; remove it");
        }
        return new FolderLock(registry.resolve("lock"), LIMIT).hold(action);
    }

    private boolean available(int port) throws IOException {
        Optional<Path> holder = holder(port);
        return holder.isEmpty() || holder.get().equals(owner) || !exists(holder.get());
    }

    private static boolean exists(Path cluster) {
        return Files.exists(cluster) || Files.exists(cluster.resolveSibling(cluster.getFileName() + MAKING));
    }

    private Optional<Path> holder(int port) throws IOException {
        try {
            return Optional.of(ownerOf(file(port)));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    private void note(List<Integer> ports) throws IOException {
        for (int port : ports) {
            FileTrees.write(file(port), owner + "\n", "rw-------");
        }
    }

    private Path file(int port) {
        return registry.resolve(Integer.toString(port));
    }
}
