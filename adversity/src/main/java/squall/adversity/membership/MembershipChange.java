package squall.adversity.membership;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import squall.adversity.MissingCapability;
import squall.spi.Cluster;
import squall.spi.Cluster.Node;
import squall.spi.Cluster.Scales;
import squall.spi.Cluster.Scales.Change;
import squall.spi.Fault;
import squall.spi.FaultContext;
import squall.spi.FaultEffect;

/**
 * Fault whose nodes join or leave in the background of a run. It is healed when the cluster has as many nodes in each zone as before, or,
 * where the cluster chooses their places, as many in all; where the change is to stay, when it has ended.
 */
final class MembershipChange implements Fault.Work {
    /** Option with which the cluster keeps its new size. */
    static final String STAY = "stay";

    private static final String BEFORE = "before";

    private final FaultContext context;
    private final Plan plan;
    private final List<Step> changes;
    private final List<String> typed = new CopyOnWriteArrayList<>();
    private final FutureTask<Boolean> work = new FutureTask<>(this::change);
    private @Nullable Thread under;

    /**
     * Plan of the change.
     *
     * @param text the action, for a reader
     * @param end what is requested and verified at its end, likewise
     * @param stays whether the cluster keeps its new size when the fault is healed
     */
    record Plan(String text, String end, boolean stays) {}

    /** Step at which one node joins or leaves. */
    @FunctionalInterface
    interface Step {
        /** Executes it; blocks until the node has joined or left. @return the command that an operator would have typed */
        String take() throws IOException, InterruptedException;
    }

    /** @param changes executed one after the other */
    MembershipChange(FaultContext context, Plan plan, List<Step> changes) {
        this.context = context;
        this.plan = plan;
        this.changes = List.copyOf(changes);
    }

    @Override
    public List<String> steps() {
        List<String> cleanup = plan.stays() && cluster().keepsMovedData()
                ? List.of("inject: then every node removes the data that now belongs to others")
                : List.of();
        return Stream.of(
                        List.of("inject: " + plan.text()),
                        cleanup,
                        List.of(
                                "verify: the change is in progress, or the number of nodes per zone has changed",
                                "done: " + plan.end(),
                                plan.stays()
                                        ? "heal: wait for its end; the cluster keeps its new size. After a crash of"
                                                + " this process: remove and add nodes until each zone has as many as"
                                                + " before"
                                        : "heal: wait for its end, then remove and add nodes until each zone has as"
                                                + " many as before",
                                "timer: none; a detached process heals"))
                .flatMap(List::stream)
                .toList();
    }

    @Override
    public Map<String, String> facts() throws IOException {
        return Map.of(BEFORE, NodesPerZone.of(context.cluster().nodes()).written());
    }

    @Override
    public void inject(Duration atMost) {
        if (under == null) {
            under = Thread.ofVirtual().name(context.name()).start(work);
        }
    }

    private boolean change() throws IOException, InterruptedException {
        for (Step change : changes) {
            typed.add(change.take());
        }
        if (plan.stays() && cluster().keepsMovedData()) {
            for (Node node : context.cluster().nodes()) {
                cluster().cleanUp(node);
                typed.add(cluster().operatorCommand(Change.CLEAN_UP, node));
            }
        }
        return true;
    }

    @Override
    public boolean done() throws IOException, InterruptedException {
        return work.isDone() && ended();
    }

    private boolean ended() throws IOException, InterruptedException {
        try {
            return work.get();
        } catch (ExecutionException e) {
            throw new IOException(context.name() + " failed: " + e.getCause(), e);
        }
    }

    @Override
    public FaultEffect effect() throws IOException {
        List<Node> now = context.cluster().nodes();
        boolean busy = under != null && !work.isDone();
        boolean moved = !counted(now).equals(before());
        return new FaultEffect(
                busy || (moved && !kept()),
                now.stream().map(Node::name).toList() + (busy ? ", a change is in progress" : "") + commands());
    }

    /** Returns whether the new size is the wanted one: not after a crash, which leaves behind whatever had been done by then. */
    private boolean kept() {
        return plan.stays() && under != null && work.state() == Future.State.SUCCESS;
    }

    private String commands() {
        List<String> all = new ArrayList<>(typed);
        return all.isEmpty()
                ? ""
                : "; " + all.size() + (all.size() == 1 ? " command" : " commands") + " of an operator: "
                        + String.join("; ", all);
    }

    /** Waits for a change in progress first: a node that is joining or leaving can be neither restored nor removed. */
    @Override
    public void heal() throws IOException, InterruptedException {
        if (under != null) {
            under.join(); // one that failed is undone too: done() tells the failure
        }
        if (kept()) {
            return;
        }
        for (Node added : before().beyond(context.cluster().nodes())) {
            cluster().remove(added);
        }
        for (NodesPerZone.Place place :
                before().missingIn(counted(context.cluster().nodes()))) {
            cluster().add(place.zone(), place.region());
        }
    }

    private Scales cluster() {
        return (Scales) context.cluster();
    }

    private NodesPerZone before() {
        return comparable(NodesPerZone.read(context.facts().getOrDefault(BEFORE, "")));
    }

    private NodesPerZone counted(List<Node> nodes) {
        return comparable(NodesPerZone.of(nodes));
    }

    /** Returns the numbers that healing restores: where the cluster chooses the places of nodes, even a restart may change their zones. */
    private NodesPerZone comparable(NodesPerZone found) {
        return cluster().placesNodes() ? found : found.anywhere();
    }

    /** Number of nodes of each zone; written as {@code ZONE REGION COUNT} with tabs between, a line each. */
    record NodesPerZone(Map<Place, Integer> counts) {
        private static final String BETWEEN = "\t"; // names of zones and regions may have blanks

        /** Zone of a region. */
        record Place(String zone, String region) implements Comparable<Place> {
            /** Place of all nodes where zones do not count. */
            static final Place ANYWHERE = new Place("anywhere", "");

            static Place of(Node node) {
                return new Place(node.zone(), node.region());
            }

            @Override
            public int compareTo(Place other) {
                return (region + " " + zone).compareTo(other.region + " " + other.zone);
            }
        }

        /** Returns why no node can join or leave; empty if one can. */
        static Optional<String> refusal(Cluster cluster) {
            if (!(cluster instanceof Scales)) {
                return Optional.of("nodes of this cluster cannot be added or removed");
            }
            return MissingCapability.of(cluster, Scales.class);
        }

        static NodesPerZone of(List<Node> nodes) {
            return new NodesPerZone(nodes.stream()
                    .collect(Collectors.groupingBy(
                            Place::of,
                            TreeMap::new,
                            Collectors.collectingAndThen(Collectors.counting(), Math::toIntExact))));
        }

        static NodesPerZone read(String text) {
            String between = text.contains(BETWEEN) ? BETWEEN : " "; // so earlier versions wrote it
            return new NodesPerZone(text.lines()
                    .map(line -> line.split(between, -1))
                    .collect(Collectors.toMap(
                            words -> new Place(words[0], words[1]),
                            words -> Integer.valueOf(words[2]),
                            (a, b) -> b,
                            TreeMap::new)));
        }

        /** Returns the number of all nodes, as if they were in one place. */
        NodesPerZone anywhere() {
            return new NodesPerZone(Map.of(
                    Place.ANYWHERE,
                    counts.values().stream().mapToInt(Integer::intValue).sum()));
        }

        String written() {
            return counts.entrySet().stream()
                    .map(each -> each.getKey().zone() + BETWEEN + each.getKey().region() + BETWEEN + each.getValue())
                    .collect(Collectors.joining("\n"));
        }

        /** Returns the places where nodes are missing in the other, once for each missing node. */
        List<Place> missingIn(NodesPerZone other) {
            List<Place> missing = new ArrayList<>();
            counts.forEach((place, count) -> {
                for (int have = other.counts.getOrDefault(place, 0); have < count; have++) {
                    missing.add(place);
                }
            });
            return missing;
        }

        /** Returns the nodes beyond those that there were before, the newest first. */
        List<Node> beyond(List<Node> nodes) {
            Map<Place, Integer> seen = new HashMap<>();
            List<Node> beyond = new ArrayList<>();
            for (Node node : nodes) {
                Place place = counts.containsKey(Place.ANYWHERE) ? Place.ANYWHERE : Place.of(node);
                if (seen.merge(place, 1, Integer::sum) > counts.getOrDefault(place, 0)) {
                    beyond.addFirst(node);
                }
            }
            return beyond;
        }
    }
}
