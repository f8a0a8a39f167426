package squall.spi;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Cluster of the database under test: its nodes, as fault injection sees them.
 *
 * <p>An implementation supports any of the small interfaces below, which are the actions on a node: test with
 * {@code instanceof} before you offer a fault. Any thread and any process may call every method, and each call reads the current state.
 * Errors are {@link IOException}s that name the node; a node of another cluster is an {@link IllegalArgumentException}.
 */
public interface Cluster {
    /** Returns the address for clients, for the nodes that exist now, and the facts that a report states about the cluster. */
    Target target() throws IOException;

    /** Lists the nodes in the order in which they were created. */
    List<Node> nodes() throws IOException;

    /** Returns the state that the node's process and its client port show; other nodes may have another view for a while. */
    State state(Node node) throws IOException, InterruptedException;

    /**
     * Returns the nodes that change their version or size when these do, in the order in which the cluster changes them: these, unless it
     * prescribes an order, by which others change before them.
     */
    default List<Node> changeOrder(List<Node> nodes) throws IOException {
        return nodes;
    }

    /** Returns the node with this name. @throws IllegalArgumentException if there is none; the message names the nodes */
    default Node node(String name) throws IOException {
        List<Node> nodes = nodes();
        return nodes.stream()
                .filter(node -> node.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no node '" + name + "', there are "
                        + nodes.stream().map(Node::name).toList()));
    }

    /**
     * Returns the reason why the cluster, as it was started, does not support a capability, one line; empty if it does.
     *
     * @param capability one of the interfaces below
     */
    default Optional<String> unavailable(Class<?> capability) throws IOException {
        return capability.isInstance(this) ? Optional.empty() : Optional.of("this cluster does not support it");
    }

    /** Returns the nodes with the addresses by which clients reach them: those of a relay, where one stands between them. */
    default List<Node> clientNodes() throws IOException {
        return nodes();
    }

    /**
     * Server of a cluster.
     *
     * @param host address for clients
     * @param port port for clients
     * @param zone set of nodes that fail together; never empty
     * @param region set of zones; never empty
     */
    record Node(String name, String host, int port, String zone, String region) {
        /** Returns region and zone: zones of different regions may have the same name, as racks do, but fail separately. */
        public String place() {
            return region + "/" + zone;
        }
    }

    /** State of a node. */
    enum State {
        /** The node accepts clients. */
        UP,
        /** The node's process is alive but accepts no clients: it is starting, recovering, joining or leaving. */
        BUSY,
        /** The node's processes are frozen. */
        PAUSED,
        /** The node has no process. */
        DOWN
    }

    /** Capability of ending nodes and starting them again with their data. */
    interface Restarts {
        /** Kills every process of the node without cleanup; on return all are gone. */
        void kill(Node node) throws IOException, InterruptedException;

        /** Returns the reason why nodes can be stopped but not killed, one line with the remedy; empty if they can. */
        default Optional<String> killRefusal() throws IOException, InterruptedException {
            return Optional.empty();
        }

        /** Cleans up after a kill whose caller was killed before it was over; does nothing if there is none. */
        default void clearUnfinishedKill(Node node) throws IOException, InterruptedException {}

        /**
         * Identifies the node's present process, so that one that was ended is told from its successor. Empty if there is none, or where
         * nothing but {@link #start} starts nodes.
         */
        default Optional<String> incarnation(Node node) throws IOException, InterruptedException {
            return Optional.empty();
        }

        /** Shuts the node down cleanly; on return its processes are gone. */
        void stop(Node node) throws IOException, InterruptedException;

        /** Starts the node; on return it is {@link State#UP}. Does nothing if it is already. */
        void start(Node node) throws IOException, InterruptedException;
    }

    /** Capability of freezing nodes. */
    interface Pauses {
        /**
         * Freezes every process of the node; returns after each was seen to be frozen.
         *
         * @param atMost time after which the node resumes by itself, even if the calling process is dead
         */
        void pause(Node node, Duration atMost) throws IOException, InterruptedException;

        /** Resumes the node; does nothing if it is not paused. */
        void resume(Node node) throws IOException, InterruptedException;
    }

    /** Capability of adding and removing nodes while clients work. */
    interface Scales {
        /** Adds a node; on return it is {@link State#UP} and meets the condition of {@link #joinedMeans}. */
        Node add(String zone, String region) throws IOException, InterruptedException;

        /** Returns whether an added node is in the zone that was requested; if not, the cluster chooses its place. */
        default boolean placesNodes() {
            return true;
        }

        /** Moves the node's data to the others, as {@link #leftMeans} describes, then ends it permanently. */
        void remove(Node node) throws IOException, InterruptedException;

        /** Returns the nodes that leave if as many as these are to, in their order: others, where a cluster does not give up any node. */
        default List<Node> leaving(List<Node> chosen) throws IOException {
            return chosen;
        }

        /** Describes the condition that an added node has met, for a reader: a node that accepts clients may have no data yet. */
        String joinedMeans();

        /** Describes the condition that a removed node has met, for a reader. */
        String leftMeans();

        /** Returns whether nodes keep copies of data that moved to other nodes until {@link #cleanUp} is called. */
        default boolean keepsMovedData() {
            return false;
        }

        /** Deletes from the node the data that moved to other nodes. */
        default void cleanUp(Node node) throws IOException, InterruptedException {
            throw new IOException("nodes of this cluster keep no data that was moved to others");
        }

        /** Returns the command with which an operator makes this change without Squall, one line. */
        default String operatorCommand(Change change, Node node) {
            return switch (change) {
                case JOIN -> "add " + node.name();
                case LEAVE -> "remove " + node.name();
                case CLEAN_UP -> "clean up " + node.name();
            };
        }

        /** Change to a node when the size of the cluster changes. */
        enum Change {
            JOIN,
            LEAVE,
            CLEAN_UP
        }
    }

    /** Capability of disturbing the links between nodes, and between nodes and clients. */
    interface Links {
        /** Name of all clients of the cluster in a {@link Link}. */
        String CLIENTS = "clients";

        /** Lists the existing links; two nodes without a link of their own cannot be partitioned from each other alone. */
        List<Link> links() throws IOException;

        /** Returns the reason why no link supports this impairment, one line; empty if one does. A trial never affects a node or a client. */
        default Optional<String> refusal(Impairment impairment) throws IOException, InterruptedException {
            return Optional.empty();
        }

        /** Describes an impairment of the link that Squall did not cause, one line with the remedy; empty if none is known. */
        default Optional<String> foreignImpairment(Link link) throws IOException, InterruptedException {
            return Optional.empty();
        }

        /** Impairs one direction. @param atMost time after which the impairment ends by itself, even if the calling process is dead */
        void disturb(Link link, Impairment impairment, Duration atMost) throws IOException, InterruptedException;

        /** Removes the impairment of the link; does nothing if it has none. */
        void restoreLink(Link link) throws IOException, InterruptedException;

        /** Returns the current impairment of the link, as its relay reports it; empty if there is none. */
        Optional<Impairment> impairment(Link link) throws IOException, InterruptedException;

        /** Returns the number of packets that were dropped, refused or delayed so far; empty if they are not counted. */
        default OptionalLong affectedPackets(Link link) throws IOException, InterruptedException {
            return OptionalLong.empty();
        }

        /** Returns the latency that the cluster was created with on this link, one way, in addition to any impairment. */
        default Duration apart(Link link) throws IOException, InterruptedException {
            return Duration.ZERO;
        }

        /**
         * Sends a request over the link and waits for the response over the reverse link, to verify the effect of a fault.
         *
         * @return the duration of the exchange; empty if no answer came within {@code atMost} or the connection was ended
         */
        Optional<Duration> probe(Link link, Duration atMost) throws IOException, InterruptedException;
    }

    /** Links that another object implements; it is looked up at each call. */
    interface DelegatedLinks extends Links {
        /** Returns the current implementation. @throws IOException if there is none; the message has the reason */
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
     * Direction between two endpoints.
     *
     * @param from a node's name, or {@link Links#CLIENTS}
     * @param to a node's name, or {@link Links#CLIENTS}
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

    /** Impairment of a link. */
    sealed interface Impairment {
        /** Cut: all traffic is dropped silently. */
        record Cut() implements Impairment {
            @Override
            public String toString() {
                return "a cut";
            }
        }

        /** Reset: connections are ended, and new ones refused. */
        record Reset() implements Impairment {
            @Override
            public String toString() {
                return "connection resets";
            }
        }

        /** Delay of all traffic. @param jitter upper bound of a random addition */
        record Delay(Duration by, Duration jitter) implements Impairment {
            @Override
            public String toString() {
                return "a delay of " + by.toMillis() + " ms"
                        + (jitter.isZero() ? "" : " and up to " + jitter.toMillis() + " ms more");
            }
        }

        /** Loss of random packets, which their senders have to repeat. @param share of the packets, in (0, 1] */
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

        /** Limit of the traffic in each second. */
        record Throttle(long bytesPerSecond) implements Impairment {
            @Override
            public String toString() {
                return "a limit of " + bytesPerSecond + " bytes a second";
            }
        }
    }

    /** Capability of naming the node that accepts writes. */
    interface HasPrimary {
        /** Returns the primary; empty while there is none. */
        Optional<Node> primary() throws IOException, InterruptedException;
    }

    /** Capability of delaying every sync of a node's data to disk. */
    interface Disks {
        /** Describes the method, for reports: a sleep inside the database, for example, is not a slow device. */
        String how();

        /**
         * Delays every sync of the node to its disk.
         *
         * @param each delay of a sync; {@code atMost} for a stalled disk
         * @param atMost time after which the fault ends by itself, even if the calling process is dead
         */
        void hold(Node node, Duration each, Duration atMost) throws IOException, InterruptedException;

        /** Ends the delay, also of syncs that wait now; does nothing if there is none. */
        void release(Node node) throws IOException, InterruptedException;

        /** Returns the current delay of a sync, as the implementation reports it; empty if there is none. */
        Optional<Duration> held(Node node) throws IOException, InterruptedException;

        /** Syncs a byte of the node to its disk. @return the duration; empty if it did not end within {@code atMost} */
        Optional<Duration> probe(Node node, Duration atMost) throws IOException, InterruptedException;
    }

    /**
     * Capability of cutting the power of nodes whose data is on a disk of their own: what was not synced is lost. The cache of the disk itself
     * is not part of it.
     */
    interface PowerCuts extends Pauses {
        /**
         * Freezes every process of these nodes, then stops their disks without writing anything back; every later access fails. The
         * processes stay frozen until {@link #resume}, so that none acknowledges a write that its disk did not keep; no timer resumes them.
         * Just before, two files are written to each disk, of which one is synced. A stopped disk stays stopped.
         *
         * @param mark name of the two files
         * @return the time from freezing the first node to stopping the last disk; of disks that commands of their own stop, the time between
         *     the ends of the first and the last command
         */
        Duration stopDisks(List<Node> nodes, String mark) throws IOException, InterruptedException;

        /**
         * Does the same at a moment at which none of the disks has written or synced anything for some time, nor is expected to at once.
         * Without such a moment within {@link StoppedDisks#UNSAVED_LIMIT} it is done then.
         *
         * @param unsaved that time; zero: at once
         * @throws IOException if the writes of the disks cannot be seen together
         */
        default StoppedDisks stopDisks(List<Node> nodes, String mark, Duration unsaved)
                throws IOException, InterruptedException {
            if (!unsaved.isZero()) {
                throw new IOException("the writes of these disks cannot be seen together");
            }
            return new StoppedDisks(stopDisks(nodes, mark), false);
        }

        /** Returns whether the disk of the node is stopped. */
        boolean diskStopped(Node node) throws IOException, InterruptedException;

        /**
         * Puts the disk back into service, as a machine does that gets its power back: the file system recovers by its journal. Does nothing to
         * a disk in service.
         *
         * @throws IOException if a process uses the disk: the node must be {@link State#DOWN}
         */
        void restoreDisk(Node node) throws IOException, InterruptedException;

        /** Returns which of the two files that were written when the disk was stopped it has now. */
        MarkFiles markFiles(Node node, String mark) throws IOException, InterruptedException;

        /** Removes the two files; does nothing if there are none. */
        void clearMark(Node node, String mark) throws IOException, InterruptedException;

        /**
         * Result of stopping disks.
         *
         * @param between the time from freezing the first node to stopping the last disk
         * @param unsaved whether they had written nothing for the time that was asked for
         */
        record StoppedDisks(Duration between, boolean unsaved) {
            /** Limit for the wait for a moment without writes. */
            public static final Duration UNSAVED_LIMIT = Duration.ofSeconds(3);
        }

        /** Whole files on a disk: a disk that lost its power has the synced one alone. */
        record MarkFiles(boolean synced, boolean unsynced) {}
    }

    /** Capability of moving a node, with its data, to another version. */
    interface Upgrades {
        /** Returns the version that the node runs now, in the form that {@link #upgrade} takes. */
        String version(Node node) throws IOException, InterruptedException;

        /**
         * Moves the node to a newer or older version; on return it is {@link State#UP} and runs that version. A node that already runs it is
         * not restarted, but an unfinished move to another version is undone.
         *
         * @throws IOException if the node does not start with that version; the other nodes serve
         */
        void upgrade(Node node, String version) throws IOException, InterruptedException;

        /** Returns the version that an upgrade from this one goes to by default; empty if the user has to name one. */
        default Optional<String> usualUpgrade(String from) throws IOException, InterruptedException {
            return Optional.empty();
        }

        /**
         * Returns the reason why nodes cannot be moved to this version. If it is empty, the files of the version are on this machine,
         * downloaded if necessary.
         *
         * @throws IllegalArgumentException if the text is not a version
         */
        default Optional<String> refusal(String version) throws IOException, InterruptedException {
            return Optional.empty();
        }
    }

    /** Capability of changing the memory and processors of a node, which restarts it. */
    interface Resizes {
        /** Reads the size of the running node. */
        Size size(Node node) throws IOException, InterruptedException;

        /**
         * Stops the node cleanly and starts it with another size, which it keeps; on return it is {@link State#UP}. A node that already
         * has this size is not restarted, but a change that is not in effect yet is undone.
         */
        void resize(Node node, Size size) throws IOException, InterruptedException;

        /** Returns what a size does not say of the node's resources, one line, for {@link #restore}; empty if there is nothing. */
        default String resources(Node node) throws IOException, InterruptedException {
            return "";
        }

        /** Resizes the node to its former size. @param resources what {@link #resources} returned at that time */
        default void restore(Node node, Size size, String resources) throws IOException, InterruptedException {
            resize(node, size);
        }
    }

    /**
     * Size of a node.
     *
     * @param memoryMb memory that the database manages itself: heap, shared buffers
     * @param cpus number of processors that it may run on; of a container, the share of their time may be a fraction
     */
    record Size(int memoryMb, double cpus) {
        public Size {
            if (!(memoryMb >= 1 && cpus > 0)) {
                throw new IllegalArgumentException(
                        "a node needs memory and processors, not " + memoryMb + " MB and " + cpus + " processors");
            }
        }

        /** Returns the number of processors for a node that is bound to some. @throws IllegalArgumentException if it is a fraction */
        public int wholeCpus() {
            if (cpus != Math.rint(cpus)) {
                throw new IllegalArgumentException("a node is bound to whole processors, not to " + cpus);
            }
            return (int) cpus;
        }

        /** Returns the number of processors as text, for example {@code 2} or {@code 0.5}. */
        public String cpusText() {
            return BigDecimal.valueOf(cpus).stripTrailingZeros().toPlainString();
        }

        @Override
        public String toString() {
            return memoryMb + " MB on " + cpusText() + (cpus == 1 ? " processor" : " processors");
        }
    }

    /** Capability of setting the clock of a node, which is the node's own. */
    interface Clocks {
        /**
         * Sets the node's clock ahead of this machine's, or behind.
         *
         * @param atMost time after which it is reset, even if the calling process is dead
         */
        void skew(Node node, Duration ahead, Duration atMost) throws IOException, InterruptedException;

        /** Asks the node how far its clock is ahead; exact to some tenths of a second. */
        Duration ahead(Node node) throws IOException, InterruptedException;
    }

    /** Capability of taking snapshots of the data on each node. */
    interface Snapshots {
        /** Takes a snapshot of all user data on each node; returns when all are complete. @param keep time after which nodes may delete them */
        void snapshot(String name, Duration keep) throws IOException, InterruptedException;

        /** Returns the size in bytes of the snapshot on each node that has one with this name. */
        Map<Node, Long> snapshots(String name) throws IOException, InterruptedException;

        /** Deletes the snapshot from each node that has it. */
        void clear(String name) throws IOException, InterruptedException;
    }

    /** Capability of writing the changes of tables to folders on this machine, for others to read and delete. */
    interface Changes {
        /** Returns the folder of each node. */
        Map<Node, Path> changeFolders() throws IOException;
    }

    /** Capability of naming the processes and folders of a node, which are on this machine. */
    interface Local {
        /** Lists the processes of the node; empty if it is down. */
        List<Long> pids(Node node) throws IOException, InterruptedException;

        /** Returns the folder with the node's data. */
        Path data(Node node) throws IOException, InterruptedException;
    }
}
