package squall.check.isolation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import squall.check.isolation.Inference.AnomalyLog;
import squall.check.isolation.IsolationResult.Witness.CycleStep;
import squall.check.isolation.Paths.BreadthFirstSearch;

/**
 * Checker that finds the anomalies in a history of transactions, and so the isolation levels that it does not have.
 *
 * <p>The method is Elle's (Kingsbury and Alvaro, "Elle: Inferring Isolation Anomalies from Experimental Observations", VLDB 2020): the
 * values written and read determine which transaction must come before which; a cycle proves an anomaly, and the kinds of its dependencies
 * name it (Adya 1999). Strongly connected components show in linear time whether there is a cycle; a short cycle, to name and to show it,
 * is searched for only inside a component.
 */
public final class IsolationChecker {
    /** Maximum number of edges that all searches for cycles may visit; takes some seconds. */
    private static final long EDGES = 200_000_000L;

    private static final int EDGES_PER_SEARCH = 2_000_000;

    final Inference inference;
    final DependencyGraph graph;
    private final History history;
    private final AnomalyLog anomalies;
    private final BreadthFirstSearch search;
    // For searches that must succeed, of which there are few.
    private final BreadthFirstSearch unbounded = new BreadthFirstSearch(Long.MAX_VALUE, Integer.MAX_VALUE);
    // Anti-dependencies in a cycle that was reported, or reported without one.
    private boolean[] explained = new boolean[0];

    /** @param edges maximum number of edges that all searches for cycles may visit */
    IsolationChecker(History history, AnomalyLog anomalies, long edges) {
        this.history = history;
        this.anomalies = anomalies;
        this.search = new BreadthFirstSearch(edges, EDGES_PER_SEARCH);
        this.inference = Inference.of(history, anomalies);
        this.graph = inference.graph;
    }

    /** @throws InvalidHistoryException if the history cannot have happened; the message names the transaction and the reason */
    public static IsolationResult check(History history) throws InvalidHistoryException {
        return new IsolationChecker(history, new AnomalyLog(), EDGES).run();
    }

    /** Checks the history. To be called once; afterwards the graph has its dependencies. */
    IsolationResult run() throws InvalidHistoryException {
        inference.run();
        explained = new boolean[graph.edges()];
        findWriteCircles(Paths.WRITES, Dependency.WRITE_WRITE, Anomaly.DIRTY_WRITE);
        findWriteCircles(Paths.READS, Dependency.WRITE_READ, Anomaly.CIRCULAR_INFORMATION_FLOW);
        findSkews();
        findLateOnes();
        decide(Paths.SESSIONS, false, ConsistencyModel.STRONG_SESSION_SNAPSHOT, circle -> Anomaly.SESSION_ORDER);
        decide(Paths.SESSIONS, true, ConsistencyModel.STRONG_SESSION_SERIALIZABLE, circle -> Anomaly.SESSION_SKEW);
        decide(Paths.TIMES, false, ConsistencyModel.STRONG_SNAPSHOT, circle -> Anomaly.REAL_TIME_ORDER);
        decide(Paths.TIMES, true, ConsistencyModel.STRICT_SERIALIZABLE, circle -> Anomaly.REAL_TIME_SKEW);
        return result();
    }

    private IsolationResult result() {
        int committed = 0;
        int aborted = 0;
        for (int transaction = 0; transaction < history.size(); transaction++) {
            committed += inference.committed[transaction] ? 1 : 0;
            aborted += history.ending(transaction) == History.Ending.ABORTED ? 1 : 0;
        }
        return new IsolationResult(
                committed,
                aborted,
                history.size() - committed - aborted,
                new IsolationResult.Knowledge(history.isWhole(), inference.isComplete()),
                !search.wasCut(),
                anomalies.counts(),
                anomalies.witnesses());
    }

    /** Finds one cycle for each component of writes, or of writes and reads: G0, or G1c if an edge of {@code needed} is in it. */
    private void findWriteCircles(int kinds, Dependency needed, Anomaly anomaly) {
        Paths paths = new Paths(graph, kinds, true);
        int[] components = paths.components();
        boolean[] done = new boolean[components.length];
        for (int edge = 0; edge < graph.edges(); edge++) {
            int component = components[graph.from(edge)];
            if (graph.kind(edge) == needed
                    && component >= 0
                    && component == components[graph.to(edge)]
                    && !done[component]) {
                int[] back = paths.shortest(graph.to(edge), graph.from(edge), components, unbounded);
                done[component] = true;
                report(anomaly, circle(edge, back));
            }
        }
    }

    /** Finds a cycle for each anti-dependency that is in one, of the most specific kind: G-single, then G-nonadjacent, then G2. */
    private void findSkews() {
        Paths all = new Paths(graph, Paths.ALL, true);
        Paths snapshot = new Paths(graph, Paths.ALL, false);
        Paths reads = new Paths(graph, Paths.READS, true);
        int[] components = all.components();
        int[] apart = snapshot.components();
        for (int edge = 0; edge < graph.edges() && !search.isSpent(); edge++) {
            int from = graph.from(edge);
            int to = graph.to(edge);
            boolean circular =
                    graph.isAntiDependency(edge) && components[from] >= 0 && components[from] == components[to];
            if (!circular || explained[edge] || inference.isLostUpdate(edge)) {
                continue;
            }
            int[] back = new int[0];
            if (apart[to * 2 + 1] >= 0 && apart[to * 2 + 1] == apart[from * 2]) {
                back = reads.shortest(to, from, components, search);
                if (back.length == 0) {
                    back = snapshot.shortest(to * 2 + 1, from * 2, apart, search);
                }
            }
            if (back.length == 0) {
                back = all.shortest(to, from, components, search);
            }
            if (back.length > 0) {
                int[] circle = circle(edge, back);
                report(name(circle), circle);
            }
        }
        decide(Paths.ALL, false, ConsistencyModel.SNAPSHOT, this::name);
        decide(Paths.ITEMS, true, ConsistencyModel.REPEATABLE_READ, this::name);
        decide(Paths.ALL, true, ConsistencyModel.SERIALIZABLE, this::name);
    }

    /** Returns the name of a cycle with at least one anti-dependency. */
    private Anomaly name(int[] circle) {
        int antiDependencies = 0;
        boolean adjacent = false;
        boolean predicate = false;
        boolean before = graph.isAntiDependency(circle[circle.length - 1]);
        for (int edge : circle) {
            boolean anti = graph.isAntiDependency(edge);
            antiDependencies += anti ? 1 : 0;
            adjacent |= anti && before;
            predicate |= graph.kind(edge) == Dependency.PREDICATE_READ_WRITE;
            before = anti;
        }
        if (adjacent && antiDependencies > 1) {
            return predicate ? Anomaly.PREDICATE_WRITE_SKEW : Anomaly.WRITE_SKEW;
        }
        if (predicate) {
            return Anomaly.PREDICATE_READ_SKEW;
        }
        return antiDependencies == 1 ? Anomaly.READ_SKEW : Anomaly.NON_ADJACENT;
    }

    /**
     * Finds single dependencies that contradict the order of a session or of real time: by far the most common case, and found without a
     * search.
     */
    private void findLateOnes() {
        for (int edge = 0; edge < graph.edges(); edge++) {
            int from = graph.from(edge);
            int to = graph.to(edge);
            if (!explained[edge] && graph.isOf(edge, Paths.ALL) && history.ending(to) == History.Ending.COMMITTED) {
                if (history.session(to) == history.session(from) && to < from) {
                    late(edge, Anomaly.SESSION_ORDER, Dependency.SESSION);
                } else if (history.endNs(to) < history.beginNs(from)) {
                    late(
                            edge,
                            graph.isAntiDependency(edge) ? Anomaly.STALE_READ : Anomaly.REAL_TIME_ORDER,
                            Dependency.REAL_TIME);
                }
            }
        }
    }

    private void late(int edge, Anomaly anomaly, Dependency order) {
        anomalies.add(
                anomaly,
                Math.max(graph.from(edge), graph.to(edge)),
                () -> List.of(step(edge), inference.sentences.step(graph.to(edge), graph.from(edge), order, -1, -1)));
    }

    /** Decides a level that no anomaly rules out yet: searches for any cycle that does, and reports one. */
    private void decide(int kinds, boolean adjacent, ConsistencyModel level, Function<int[], Anomaly> name) {
        if (anomalies.counts().keySet().stream()
                .anyMatch(found -> found.ruledOut().contains(level))) {
            return;
        }
        Paths paths = new Paths(graph, kinds, adjacent);
        int[] components = paths.components();
        for (int place = 0; place < components.length; place++) {
            if (components[place] >= 0 && !graph.isTime(paths.node(place))) {
                int[] circle = paths.shortest(place, place, components, unbounded);
                anomalies.add(name.apply(circle), newest(circle), () -> steps(circle));
                return;
            }
        }
    }

    private static int[] circle(int edge, int[] back) {
        int[] circle = new int[back.length + 1];
        circle[0] = edge;
        System.arraycopy(back, 0, circle, 1, back.length);
        return circle;
    }

    private void report(Anomaly anomaly, int[] circle) {
        Arrays.stream(circle).forEach(edge -> explained[edge] = true);
        anomalies.add(anomaly, newest(circle), () -> steps(circle));
    }

    /** Returns the last of the transactions on a cycle. */
    private int newest(int[] circle) {
        return Arrays.stream(circle)
                .map(graph::from)
                .filter(node -> !graph.isTime(node))
                .max()
                .orElseThrow();
    }

    /** Converts a cycle to steps. A path over points in time is one step: from the transaction that ended to the one that began. */
    private List<CycleStep> steps(int[] circle) {
        List<CycleStep> steps = new ArrayList<>();
        int ended = -1;
        for (int edge : circle) {
            if (graph.isTime(graph.to(edge))) {
                ended = graph.isTime(graph.from(edge)) ? ended : graph.from(edge);
            } else if (graph.isTime(graph.from(edge))) {
                steps.add(inference.sentences.step(ended, graph.to(edge), Dependency.REAL_TIME, -1, -1));
            } else {
                steps.add(step(edge));
            }
        }
        return steps;
    }

    private CycleStep step(int edge) {
        return inference.sentences.step(
                graph.from(edge), graph.to(edge), graph.kind(edge), graph.operation(edge), graph.version(edge));
    }
}
