package squall.testbed.galera;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import squall.spi.Cluster.State;
import squall.system.PollDeadline;
import squall.testbed.cluster.NodePlace;
import squall.testbed.host.RunAs;

/** Set of one group's nodes, which are started so that every acknowledged commit is kept; used by the holder of the group's lock. */
record GaleraServers(GaleraFolder home, GaleraGroup group, NodePlace place) {
    /** Limit for a start; a full copy of a large database takes minutes. */
    static final Duration START_LIMIT = Duration.ofMinutes(10);

    /** Time in which nodes that remember their component find each other again, if they can. */
    private static final Duration REGROUP_LIMIT = Duration.ofSeconds(20);

    static GaleraServers of(GaleraFolder home, GaleraGroup group) throws IOException {
        var place = new NodePlace(home.folder(), RunAs.of(group.runAs()), home.password(), home.namespaces(group));
        return new GaleraServers(home, group, place);
    }

    GaleraNode node(GaleraMember member) {
        return new GaleraNode(member, place.of(member));
    }

    List<GaleraNode> nodes() {
        return group.members().stream().map(this::node).toList();
    }

    /**
     * Returns the settings; called before a node is started. @throws IOException if the installed version does not fit the data, or none is
     * installed
     */
    GaleraSettings settings() throws IOException, InterruptedException {
        GaleraPrograms programs = GaleraPrograms.here();
        String now = programs.version(place.runAs());
        if (!series(now).equals(series(group.version()))) {
            throw new IOException(home.folder() + " holds data of MariaDB " + group.version() + ", and "
                    + programs.server() + " is " + now
                    + "; install that version, or remove the data with 'testbed reset galera'");
        }
        return new GaleraSettings(programs, "squall-" + home.name(), group.flushLog(), group.members());
    }

    /** Returns the series of a version: its data cannot be used by an older one, and is converted permanently by a newer one. */
    private static String series(String version) {
        return version.replaceFirst("\\.\\d+$", "");
    }

    /** Starts every node and waits until all are in the primary component; returns whether any had to be started. */
    boolean bringAll(Consumer<String> say) throws IOException, InterruptedException {
        for (GaleraNode node : nodes()) {
            node.resume();
        }
        if (in(State.UP).size() == nodes().size()) {
            return false;
        }
        GaleraSettings settings = settings();
        if (in(State.DOWN).size() == nodes().size()) {
            bootstrap(settings, say);
            return true;
        }
        boolean primary = !in(State.UP).isEmpty();
        for (GaleraNode node : in(State.DOWN)) {
            say.accept("starting " + node.name());
            node.start(settings, List.of());
            if (primary) {
                node.awaitUp(START_LIMIT);
            }
        }
        if (!primary && !regrouped()) {
            bootstrap(settings, say);
        }
        for (GaleraNode node : nodes()) {
            node.awaitUp(START_LIMIT);
        }
        return true;
    }

    /**
     * Starts one node. If no other node runs, and none has later commits, it begins a primary component; otherwise it waits for the others,
     * which form one when enough of them run. The last node to be started does not wait in vain: if all run and none of them remembers a
     * component, they are started again from the latest commits.
     */
    void bring(GaleraNode node) throws IOException, InterruptedException {
        if (node.state() == State.UP) {
            return;
        }
        GaleraSettings settings = settings();
        boolean primary = !in(State.UP).isEmpty();
        if (!primary && in(State.DOWN).size() == nodes().size()) {
            List<GaleraPosition> positions = positions(settings);
            if (positions.get(nodes().indexOf(node)).furthest(positions)) {
                found(node, settings);
                return;
            }
        }
        if (!node.runs()) {
            node.start(settings, List.of());
        }
        if (primary || regrouped()) {
            node.awaitUp(START_LIMIT);
        } else if (in(State.BUSY).size() == nodes().size()) {
            bootstrap(settings, line -> {});
        }
    }

    /** Returns whether the running nodes form a primary component soon. */
    private boolean regrouped() throws IOException, InterruptedException {
        int running = nodes().size() - in(State.DOWN).size();
        for (GaleraNode node : nodes()) {
            if (node.canRegroup(running)) {
                return PollDeadline.in(REGROUP_LIMIT).await(() -> !in(State.UP).isEmpty());
            }
        }
        return false;
    }

    /** Lets the node with the latest commits begin a primary component, and the others join it one after the other. */
    private void bootstrap(GaleraSettings settings, Consumer<String> say) throws IOException, InterruptedException {
        for (GaleraNode node : nodes()) {
            node.kill(); // a running one accepts no clients: it waits for a component that does not come back
        }
        List<GaleraPosition> positions = positions(settings);
        GaleraPosition furthest = GaleraPosition.furthestOf(positions);
        GaleraNode first = nodes().get(positions.indexOf(furthest));
        say.accept(first.name() + " begins, at position " + furthest.text());
        found(first, settings);
        for (GaleraNode node : nodes()) {
            if (!node.equals(first)) {
                say.accept(node.name() + " joins");
                node.start(settings, List.of());
                node.awaitUp(START_LIMIT); // of two that join at once, one waits until the other's attempt is forgotten
            }
        }
    }

    private void found(GaleraNode node, GaleraSettings settings) throws IOException, InterruptedException {
        for (GaleraNode each : nodes()) {
            each.forgetView();
        }
        node.allowBootstrap();
        node.start(settings, List.of("--wsrep-new-cluster"));
        node.awaitUp(START_LIMIT);
    }

    /** Reads the positions of all nodes; a node whose disk is not mounted would seem to have no data, and another one the furthest. */
    private List<GaleraPosition> positions(GaleraSettings settings) throws IOException, InterruptedException {
        home.mountDisks(group);
        var positions = new ArrayList<GaleraPosition>();
        for (GaleraNode node : nodes()) {
            positions.add(node.position(settings));
        }
        return positions;
    }

    List<GaleraNode> in(State wanted) throws IOException, InterruptedException {
        var found = new ArrayList<GaleraNode>();
        for (GaleraNode node : nodes()) {
            if (node.state() == wanted) {
                found.add(node);
            }
        }
        return found;
    }

    /**
     * Position of a node's data.
     *
     * @param history identifies a sequence of transactions; positions of different histories cannot be compared
     * @param number of the last transaction; -1 if not known
     */
    record GaleraPosition(String history, long number) {
        private static final String NO_HISTORY = "00000000-0000-0000-0000-000000000000";
        private static final Pattern RECOVERED = Pattern.compile("Recovered position: ?([0-9a-f-]{36}):(-?\\d+)");

        /** Position of a node without data, which needs a full copy. */
        static final GaleraPosition NONE = new GaleraPosition(NO_HISTORY, -1);

        /** @param log of a server that was started with {@code --wsrep-recover} */
        static GaleraPosition recovered(String log) throws IOException {
            Matcher found = RECOVERED.matcher(log);
            if (!found.find()) {
                throw new IOException("found no 'Recovered position' in what the server printed: " + log);
            }
            return new GaleraPosition(found.group(1), Long.parseLong(found.group(2)));
        }

        boolean known() {
            return number >= 0 && !history.equals(NO_HISTORY);
        }

        /**
         * Returns whether no other position is further; the others are of all nodes, so that the one with every acknowledged commit is
         * among them.
         */
        boolean furthest(List<GaleraPosition> all) throws IOException {
            return known() && number == furthestOf(all).number();
        }

        /** @throws IOException if there is none, or the nodes have different histories */
        static GaleraPosition furthestOf(List<GaleraPosition> all) throws IOException {
            List<GaleraPosition> known =
                    all.stream().filter(GaleraPosition::known).toList();
            if (known.stream().map(GaleraPosition::history).distinct().count() > 1) {
                throw new IOException("the nodes have data of different histories, so that none of them can be chosen: "
                        + known.stream().map(GaleraPosition::text).collect(Collectors.joining(", "))
                        + "; remove the group with 'testbed reset galera'");
            }
            return known.stream()
                    .max(Comparator.comparingLong(GaleraPosition::number))
                    .orElseThrow(() ->
                            new IOException("no node has any data; remove the group with 'testbed reset galera'"));
        }

        /** Formats the position as the server reads and prints it. */
        String text() {
            return history + ":" + number;
        }
    }
}
