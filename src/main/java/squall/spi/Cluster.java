package squall.spi;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The nodes of a database under test, as seen by fault injection.
 *
 * <p>The actions on a node are the small interfaces below, which an implementation may support: test with
 * {@code instanceof} before a fault is offered. Every method may be called from any thread and any process, and reads the current state at
 * each call. Errors are {@link IOException}s that name the node; a node of another cluster is an {@link IllegalArgumentException}.
 */
public interface Cluster {
    /** Where clients connect, as the nodes stand at this moment, and what a report must say about the cluster. */
    Target target() throws IOException;

    /** In the order they were made. */
    List<Node> nodes() throws IOException;

    /** What the node's process and its port for clients show; peers may believe something else for a while. */
    State state(Node node) throws IOException, InterruptedException;

    /** The node of this name. @throws IllegalArgumentException naming those there are */
    default Node node(String name) throws IOException {
        List<Node> nodes = nodes();
        return nodes.stream()
                .filter(node -> node.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no node '" + name + "', there are "
                        + nodes.stream().map(Node::name).toList()));
    }

    /**
     * Why what an interface promises cannot be done to the cluster as it was started, one line; empty if it can.
     *
     * @param capability one of the interfaces below
     */
    default Optional<String> unavailable(Class<?> capability) throws IOException {
        return capability.isInstance(this) ? Optional.empty() : Optional.of("this cluster does not support it");
    }

    /**
     * One server.
     *
     * @param host address for clients
     * @param port for clients
     * @param zone fails as one; never empty
     * @param region holds zones; never empty
     */
    record Node(String name, String host, int port, String zone, String region) {
        /** Region and zone: zones of different regions may bear one name, as racks do, and yet do not fail as one. */
        public String place() {
            return region + "/" + zone;
        }
    }

    /** How a node is found. */
    enum State {
        /** Takes clients. */
        UP,
        /** Its process is alive, but accepts no clients: starting, recovering, joining or leaving. */
        BUSY,
        /** Its processes hold still. */
        PAUSED,
        /** It has no process. */
        DOWN
    }

    /** Nodes can be ended and started again with their data. */
    interface Restarts {
        /** Kills every process of the node without any cleanup; on return all are gone. */
        void kill(Node node) throws IOException, InterruptedException;

        /** Shuts the node down cleanly; on return its processes are gone. */
        void stop(Node node) throws IOException, InterruptedException;

        /** Starts the node; on return it is {@link State#UP}. Nothing happens to a node that is so already. */
        void start(Node node) throws IOException, InterruptedException;
    }

    /** Nodes can be made to hold still. */
    interface Pauses {
        /**
         * Stops every process of the node; on return each was seen to hold still.
         *
         * @param atMost after which the node resumes by itself, even if the calling process is dead
         */
        void pause(Node node, Duration atMost) throws IOException, InterruptedException;

        /** Resumes the node; does nothing if it is not paused. */
        void resume(Node node) throws IOException, InterruptedException;
    }

    /** Nodes can join and leave while clients work. */
    interface Scales {
        /** Adds a node; on return it is {@link State#UP}, and the condition of {@link #joinedMeans} was observed. */
        Node add(String zone, String region) throws IOException, InterruptedException;

        /** Moves the node's data to the others, as {@link #leftMeans} describes, then ends it permanently. */
        void remove(Node node) throws IOException, InterruptedException;

        /** What was asked and seen of a node that was added, for a reader: a node that takes clients may be without data yet. */
        String joinedMeans();

        /** What was asked and seen of a node that was removed, for a reader. */
        String leftMeans();

        /** Whether nodes keep copies of data that now belongs to others until {@link #cleanUp} is called. */
        default boolean keepsMovedData() {
            return false;
        }

        /** Removes from the node the data that now belongs to other nodes. */
        default void cleanUp(Node node) throws IOException, InterruptedException {
            throw new IOException("nodes of this cluster keep no data that was moved to others");
        }

        /** What an operator types for such a change without Squall, one line. */
        default String operatorCommand(Change change, Node node) {
            return switch (change) {
                case JOIN -> "add " + node.name();
                case LEAVE -> "remove " + node.name();
                case CLEAN_UP -> "clean up " + node.name();
            };
        }

        /** What an operator does to a node when the size of a cluster changes. */
        enum Change {
            JOIN,
            LEAVE,
            CLEAN_UP
        }
    }

    /** What nodes and clients say to each other passes links that can be disturbed. */
    interface Links {
        /** Represents all clients of the cluster in a {@link Link}. */
        String CLIENTS = "clients";

        /** The existing links; two nodes without a separate link cannot be partitioned alone. */
        List<Link> links() throws IOException;

        /** Why no link here can suffer this, one line; empty if one can. Tries it out at most where no node or client notices. */
        default Optional<String> refusal(Impairment impairment) throws IOException, InterruptedException {
            return Optional.empty();
        }

        /** What impairs the link that Squall did not do, one line with the remedy; empty if nothing is known to. */
        default Optional<String> foreignImpairment(Link link) throws IOException, InterruptedException {
            return Optional.empty();
        }

        /** Injects a fault into one direction. @param atMost after which the fault ends by itself, even if the calling process is dead */
        void disturb(Link link, Impairment impairment, Duration atMost) throws IOException, InterruptedException;

        /** Makes the link well; nothing happens to one that is. */
        void restoreLink(Link link) throws IOException, InterruptedException;

        /** The present fault of the link, as its relay reports it; empty if there is none. */
        Optional<Impairment> impairment(Link link) throws IOException, InterruptedException;

        /** The number of packets that the link's fault has dropped, refused or delayed so far; empty if they are not counted. */
        default OptionalLong affectedPackets(Link link) throws IOException, InterruptedException {
            return OptionalLong.empty();
        }

        /** What the link takes longer than others, one way, whether it is well or not; none, unless the cluster was made so. */
        default Duration apart(Link link) throws IOException, InterruptedException {
            return Duration.ZERO;
        }

        /**
         * Sends a request over the link, waits for the response over the reverse link, and so verifies the effect of a fault.
         *
         * @return how long it took; empty if no answer came within {@code atMost} or the connection was ended
         */
        Optional<Duration> probe(Link link, Duration atMost) throws IOException, InterruptedException;
    }

    /** Links whose faults are implemented by another class; read again each time. */
    interface DelegatedLinks extends Links {
        /** The present implementation. @throws IOException with the reason if there is none */
        Links linkControl() throws IOException, InterruptedException;

        @Override
        default Optional<String> refusal(Impairment impairment) throws IOException, InterruptedException {
            return linkControl().refusal(impairment);
        }

        @Override
        default Optional<String> foreignImpairment(Link link) throws IOException, InterruptedException {
            return linkControl().foreignImpairment(link);
        }

        @Override
        default void disturb(Link link, Impairment impairment, Duration atMost)
                throws IOException, InterruptedException {
            linkControl().disturb(link, impairment, atMost);
        }

        @Override
        default void restoreLink(Link link) throws IOException, InterruptedException {
            linkControl().restoreLink(link);
        }

        @Override
        default Optional<Impairment> impairment(Link link) throws IOException, InterruptedException {
            return linkControl().impairment(link);
        }

        @Override
        default OptionalLong affectedPackets(Link link) throws IOException, InterruptedException {
            return linkControl().affectedPackets(link);
        }

        @Override
        default Duration apart(Link link) throws IOException, InterruptedException {
            return linkControl().apart(link);
        }

        @Override
        default Optional<Duration> probe(Link link, Duration atMost) throws IOException, InterruptedException {
            return linkControl().probe(link, atMost);
        }
    }

    /**
     * One direction between two endpoints.
     *
     * @param from a node's name, or {@link Links#CLIENTS}
     * @param to likewise
     */
    record Link(String from, String to) {
        public Link reversed() {
            return new Link(to, from);
        }

        @Override
        public String toString() {
            return "link from " + from + " to " + to;
        }
    }

    /** What a link can suffer. */
    sealed interface Impairment {
        /** Nothing passes, in silence. */
        record Cut() implements Impairment {
            @Override
            public String toString() {
                return "a cut";
            }
        }

        /** Connections are ended, and new ones refused. */
        record Reset() implements Impairment {
            @Override
            public String toString() {
                return "connection resets";
            }
        }

        /** Everything passes later. @param jitter added at random, from 0 to this */
        record Delay(Duration by, Duration jitter) implements Impairment {
            @Override
            public String toString() {
                return "a delay of " + by.toMillis() + " ms"
                        + (jitter.isZero() ? "" : " and up to " + jitter.toMillis() + " ms more");
            }
        }

        /** Some packets vanish, whose senders must send them again. @param share of them, at random, in (0, 1] */
        record Loss(double share) implements Impairment {
            public Loss {
                if (!(share > 0 && share <= 1)) {
                    throw new IllegalArgumentException("the share of lost packets must be in (0, 1], not " + share);
                }
            }

            @Override
            public String toString() {
                return "a loss of " + share * 100 + " % of packets";
            }
        }

        /** No more passes in a second. */
        record Throttle(long bytesPerSecond) implements Impairment {
            @Override
            public String toString() {
                return "a limit of " + bytesPerSecond + " bytes a second";
            }
        }
    }

    /** One node takes the writes. */
    interface HasPrimary {
        /** Empty while there is none. */
        Optional<Node> primary() throws IOException, InterruptedException;
    }

    /** What nodes want to have safe on their disks can be held up. */
    interface Disks {
        /** What is done in truth, for reports: a sleep inside the database, for example, is no slow device. */
        String how();

        /**
         * Has everything that a node forces to its disk wait before.
         *
         * @param each how long; as long as {@code atMost} for a disk that holds still
         * @param atMost after which the fault ends by itself, even if the calling process is dead
         */
        void hold(Node node, Duration each, Duration atMost) throws IOException, InterruptedException;

        /** Releases all waiting writes at once; does nothing if the disk has no fault. */
        void release(Node node) throws IOException, InterruptedException;

        /** The present delay of each sync, as the implementation reports it; empty if there is none. */
        Optional<Duration> held(Node node) throws IOException, InterruptedException;

        /** Has the node force a byte to its disk. @return how long it took; empty if it did not end within {@code atMost} */
        Optional<Duration> probe(Node node, Duration atMost) throws IOException, InterruptedException;
    }

    /** Nodes can run another version with their data. */
    interface Upgrades {
        /** What the node runs now, in the words that {@link #upgrade} takes. */
        String version(Node node) throws IOException, InterruptedException;

        /**
         * Moves the node to a version, be it newer or older; on return it is {@link State#UP} with it. A node that is so already is left in
         * peace, but a move elsewhere that was begun and not seen yet is taken back.
         *
         * @throws IOException if it does not come up with it; the other nodes serve
         */
        void upgrade(Node node, String version) throws IOException, InterruptedException;

        /** The version that an upgrade from this one goes to if none is named; empty if one must be named. */
        default Optional<String> usualUpgrade(String from) throws IOException, InterruptedException {
            return Optional.empty();
        }

        /**
         * Why nodes cannot be moved to this version. If the answer is empty, what they need for it is on this machine: it was downloaded
         * if necessary.
         *
         * @throws IllegalArgumentException if it is not a version
         */
        default Optional<String> refusal(String version) throws IOException, InterruptedException {
            return Optional.empty();
        }

        /** In the order in which the cluster upgrades its nodes, if it prescribes one. */
        default List<Node> upgradeOrder(List<Node> nodes) {
            return nodes;
        }
    }

    /** Nodes can be given more or less of their machine, for which they are restarted. */
    interface Resizes {
        /** What the running node was found to have. */
        Size size(Node node) throws IOException, InterruptedException;

        /**
         * Shuts the node down cleanly and starts it with another size, which it keeps; on return it is {@link State#UP}. A node that
         * already has this size is not restarted, but a change that was started and is not yet in effect is undone.
         */
        void resize(Node node, Size size) throws IOException, InterruptedException;
    }

    /**
     * What a node may use of its machine.
     *
     * @param memoryMb of what the database allots itself: heap, shared buffers
     * @param cpus processors it may run on
     */
    record Size(int memoryMb, int cpus) {
        public Size {
            if (memoryMb < 1 || cpus < 1) {
                throw new IllegalArgumentException(
                        "a node needs memory and processors, not " + memoryMb + " MB and " + cpus + " processors");
            }
        }

        @Override
        public String toString() {
            return memoryMb + " MB on " + cpus + (cpus == 1 ? " processor" : " processors");
        }
    }

    /** Each node has its own clock, which can be set. */
    interface Clocks {
        /**
         * Sets the node's clock ahead of this machine's, or behind. @param atMost after which it is reset, even if the calling process is
         * dead
         */
        void skew(Node node, Duration ahead, Duration atMost) throws IOException, InterruptedException;

        /** How far the node's clock is ahead, asked of the node; right to some tenths of a second. */
        Duration ahead(Node node) throws IOException, InterruptedException;
    }

    /** Nodes can put copies of their data aside. */
    interface Snapshots {
        /** Of all data of users, on each node; on return they are complete. @param keep after which nodes may remove them by themselves */
        void snapshot(String name, Duration keep) throws IOException, InterruptedException;

        /** Bytes on each node that has a snapshot of this name. */
        Map<Node, Long> snapshots(String name) throws IOException, InterruptedException;

        /** Removes it from each node; nothing happens where it is not. */
        void clear(String name) throws IOException, InterruptedException;
    }

    /** Nodes leave the changes of tables that want it in folders on this machine, for others to read and to delete. */
    interface Changes {
        Map<Node, Path> changeFolders() throws IOException;
    }

    /** Nodes are processes of this machine, with folders on it. */
    interface Local {
        /** Every process of the node; none if it is down. */
        List<Long> pids(Node node) throws IOException, InterruptedException;

        /** Where the node keeps its data. */
        Path data(Node node) throws IOException, InterruptedException;
    }
}
