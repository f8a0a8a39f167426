package squall.spi;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The nodes of a database under test, as one who disturbs them sees it.
 *
 * <p>What can be done to a node is told by the small interfaces below, which an implementation has or has not: ask with
 * {@code instanceof} before a fault is offered. Every method may be called from any thread and any process, and looks
 * anew at each call. Errors are {@link IOException}s that name the node; a node of another cluster is an {@link
 * IllegalArgumentException}.
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
     * @param means one of the interfaces below
     */
    default Optional<String> lacks(Class<?> means) throws IOException {
        return means.isInstance(this) ? Optional.empty() : Optional.of("this cluster has no means for it");
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
        /** Its process lives, but takes no clients: starting, recovering, joining or leaving. */
        BUSY,
        /** Its processes hold still. */
        PAUSED,
        /** It has no process. */
        DOWN
    }

    /** Nodes can be ended and started again with their data. */
    interface Restarts {
        /** Kills every process of the node so that it can tidy nothing up; on return all are gone. */
        void kill(Node node) throws IOException, InterruptedException;

        /** Ends the node in good order; on return its processes are gone. */
        void stop(Node node) throws IOException, InterruptedException;

        /** Starts the node; on return it is {@link State#UP}. Nothing happens to a node that is so already. */
        void start(Node node) throws IOException, InterruptedException;
    }

    /** Nodes can be made to hold still. */
    interface Pauses {
        /**
         * Stops every process of the node; on return each was seen to hold still.
         *
         * @param atMost after which the node goes on by itself, even if nobody who called this lives
         */
        void pause(Node node, Duration atMost) throws IOException, InterruptedException;

        /** Lets the node go on; nothing happens to one that is not paused. */
        void resume(Node node) throws IOException, InterruptedException;
    }

    /** Nodes can join and leave while clients work. */
    interface Scales {
        /** Adds a node; on return it is {@link State#UP}, and what {@link #joinedMeans} says was seen. */
        Node add(String zone, String region) throws IOException, InterruptedException;

        /** Moves the node's data to the others, as {@link #leftMeans} says, then ends it for good. */
        void remove(Node node) throws IOException, InterruptedException;

        /** What was asked and seen of a node that was added, for a reader: a node that takes clients may be without data yet. */
        String joinedMeans();

        /** What was asked and seen of a node that was removed, for a reader. */
        String leftMeans();
    }

    /** What nodes and clients say to each other passes links that can be disturbed. */
    interface Links {
        /** Stands in a {@link Link} for everybody who uses the cluster from outside. */
        String CLIENTS = "clients";

        /** Those there are; a pair of nodes without a link of its own cannot be parted alone. */
        List<Link> links() throws IOException;

        /** Why no link here can suffer this, one line; empty if one can. Tries it out at most where no node or client notices. */
        default Optional<String> refusal(Trouble trouble) throws IOException, InterruptedException {
            return Optional.empty();
        }

        /** Disturbs one direction. @param atMost after which the link is well again by itself, even if nobody who called this lives */
        void disturb(Link link, Trouble trouble, Duration atMost) throws IOException, InterruptedException;

        /** Makes the link well; nothing happens to one that is. */
        void mend(Link link) throws IOException, InterruptedException;

        /** What the link suffers now, as whoever disturbs it knows; empty if it is well. */
        Optional<Trouble> trouble(Link link) throws IOException, InterruptedException;

        /** How much the link's trouble has dropped, refused or held back so far, in packets; empty where nobody counts. */
        default OptionalLong strikes(Link link) throws IOException, InterruptedException {
            return OptionalLong.empty();
        }

        /** What the link takes longer than others, one way, whether it is well or not; none, unless the cluster was made so. */
        default Duration apart(Link link) throws IOException, InterruptedException {
            return Duration.ZERO;
        }

        /**
         * Goes over the link and its reversed one with a question of its own and waits for the answer: proof of what a trouble does.
         *
         * @return how long it took; empty if no answer came within {@code atMost} or the connection was ended
         */
        Optional<Duration> probe(Link link, Duration atMost) throws IOException, InterruptedException;
    }

    /** Links that somebody else disturbs for the cluster, asked for anew each time. */
    interface Wired extends Links {
        /** Who disturbs them now. @throws IOException saying why nobody does */
        Links wires() throws IOException, InterruptedException;

        @Override
        default Optional<String> refusal(Trouble trouble) throws IOException, InterruptedException {
            return wires().refusal(trouble);
        }

        @Override
        default void disturb(Link link, Trouble trouble, Duration atMost) throws IOException, InterruptedException {
            wires().disturb(link, trouble, atMost);
        }

        @Override
        default void mend(Link link) throws IOException, InterruptedException {
            wires().mend(link);
        }

        @Override
        default Optional<Trouble> trouble(Link link) throws IOException, InterruptedException {
            return wires().trouble(link);
        }

        @Override
        default OptionalLong strikes(Link link) throws IOException, InterruptedException {
            return wires().strikes(link);
        }

        @Override
        default Duration apart(Link link) throws IOException, InterruptedException {
            return wires().apart(link);
        }

        @Override
        default Optional<Duration> probe(Link link, Duration atMost) throws IOException, InterruptedException {
            return wires().probe(link, atMost);
        }
    }

    /**
     * One direction between two who talk.
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
    sealed interface Trouble {
        /** Nothing passes, in silence. */
        record Cut() implements Trouble {
            @Override
            public String toString() {
                return "a cut";
            }
        }

        /** Connections are ended, and new ones refused. */
        record Reset() implements Trouble {
            @Override
            public String toString() {
                return "resets of its connections";
            }
        }

        /** Everything passes later. @param jitter added at random, from 0 to this */
        record Delay(Duration by, Duration jitter) implements Trouble {
            @Override
            public String toString() {
                return "a delay of " + by.toMillis() + " ms"
                        + (jitter.isZero() ? "" : " and up to " + jitter.toMillis() + " ms more");
            }
        }

        /** Some packets vanish, whose senders must send them again. @param share of them, at random, in (0, 1] */
        record Loss(double share) implements Trouble {
            public Loss {
                if (!(share > 0 && share <= 1)) {
                    throw new IllegalArgumentException("the share of lost packets must be in (0, 1], not " + share);
                }
            }

            @Override
            public String toString() {
                return "a loss of " + share * 100 + " % of its packets";
            }
        }

        /** No more passes in a second. */
        record Throttle(long bytesPerSecond) implements Trouble {
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
         * @param atMost after which the disk is well again by itself, even if nobody who called this lives
         */
        void hold(Node node, Duration each, Duration atMost) throws IOException, InterruptedException;

        /** Lets everything go on at once; nothing happens to a disk that is well. */
        void release(Node node) throws IOException, InterruptedException;

        /** How long each waits now, as whoever holds it up knows; empty if the disk is well. */
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
    }

    /** Nodes can be given more or less of their machine, for which they are restarted. */
    interface Resizes {
        /** What the running node was found to have. */
        Size size(Node node) throws IOException, InterruptedException;

        /**
         * Ends the node in good order and starts it with another size, which it keeps; on return it is {@link State#UP}. A node that is so
         * already is left in peace, but a change that was begun and not seen yet is taken back.
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
                        "a node wants memory and a processor, not " + memoryMb + " MB and " + cpus + " processors");
            }
        }

        @Override
        public String toString() {
            return memoryMb + " MB on " + cpus + (cpus == 1 ? " processor" : " processors");
        }
    }

    /** Each node has a clock of its own that can be set. */
    interface Clocks {
        /** Sets the node's clock ahead of this machine's, or behind. @param atMost after which it goes right by itself, even if nobody who called this lives */
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
