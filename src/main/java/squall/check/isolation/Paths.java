package squall.check.isolation;

import java.util.Arrays;

/**
 * Set of paths through a {@link DependencyGraph} that matter for one level: along some kinds of edges, and for snapshot isolation never
 * along two anti-dependencies in a row (Cerone and Gotsman 2016: snapshot isolation allows such cycles). The second rule is a walk through
 * two copies of every node, one of them entered by anti-dependencies only.
 *
 * @param adjacent whether two anti-dependencies may follow each other
 */
record Paths(DependencyGraph graph, int kinds, boolean adjacent) {
    static final int WRITES = Dependency.WRITE_WRITE.bit();
    static final int READS = WRITES | Dependency.WRITE_READ.bit();
    static final int ITEMS = READS | Dependency.READ_WRITE.bit();
    static final int ALL = ITEMS | Dependency.PREDICATE_READ_WRITE.bit();
    static final int SESSIONS = ALL | Dependency.SESSION.bit();
    static final int TIMES = SESSIONS | Dependency.REAL_TIME.bit();
    static final int ANTI_DEPENDENCIES = Dependency.bits(Dependency.READ_WRITE, Dependency.PREDICATE_READ_WRITE);

    /** Returns the number of places: one a node, or two. */
    int places() {
        return adjacent ? graph.nodes() : graph.nodes() * 2;
    }

    int node(int place) {
        return adjacent ? place : place >> 1;
    }

    /** Returns the place at which a walk arrives by this edge, which must be {@link #allowed}. */
    int arrival(int edge) {
        int to = graph.to(edge);
        return adjacent ? to : to * 2 + (graph.isAntiDependency(edge) ? 1 : 0);
    }

    /** Returns whether a walk may leave this place by this edge. */
    boolean allowed(int place, int edge) {
        return graph.isOf(edge, kinds) && (adjacent || (place & 1) == 0 || !graph.isAntiDependency(edge));
    }

    /**
     * Computes the strongly connected component of each place, by Tarjan's algorithm without recursion; -1 for a place that is on no cycle.
     */
    int[] components() {
        return new Tarjan().run();
    }

    /** Finds the edges of a shortest walk from one place to another inside a component; empty if the search reached its limit. */
    int[] shortest(int from, int to, int[] components, BreadthFirstSearch search) {
        search.begin(places());
        search.push(from, -1);
        while (!search.isEmpty()) {
            int place = search.poll();
            int node = node(place);
            for (int at = graph.first(node); at < graph.first(node + 1); at++) {
                int edge = graph.edgeAt(at);
                if (!search.spend()) {
                    return new int[0];
                }
                if (allowed(place, edge)) {
                    int next = arrival(edge);
                    if (next == to) {
                        return search.walk(place, edge);
                    }
                    if (components[next] == components[from]) {
                        search.push(next, edge, place);
                    }
                }
            }
        }
        return new int[0];
    }

    /** Memory of a breadth-first search, kept between searches, with a limit on all of them together. */
    static final class BreadthFirstSearch {
        private int[] visits = new int[0];
        private int[] edges = new int[0];
        private int[] befores = new int[0];
        private int[] queue = new int[0];
        private int visit;
        private int head;
        private int tail;
        private long left;
        private final int perSearch;
        private int leftHere;
        private boolean cut;

        /** @param total maximum number of edges that all searches may visit @param perSearch maximum of each search */
        BreadthFirstSearch(long total, int perSearch) {
            this.left = total;
            this.perSearch = perSearch;
        }

        /** Returns whether any search reached its limit. */
        boolean wasCut() {
            return cut;
        }

        boolean isSpent() {
            return left <= 0;
        }

        private void begin(int places) {
            if (visits.length < places) {
                visits = new int[places];
                edges = new int[places];
                befores = new int[places];
                queue = new int[places];
                visit = 0;
            }
            visit++;
            head = 0;
            tail = 0;
            leftHere = perSearch;
        }

        private void push(int place, int edge) {
            push(place, edge, -1);
        }

        private void push(int place, int edge, int before) {
            if (visits[place] != visit) {
                visits[place] = visit;
                edges[place] = edge;
                befores[place] = before;
                queue[tail++] = place;
            }
        }

        private boolean isEmpty() {
            return head == tail;
        }

        private int poll() {
            return queue[head++];
        }

        private boolean spend() {
            boolean enough = left-- > 0 && leftHere-- > 0;
            cut |= !enough;
            return enough;
        }

        private int[] walk(int place, int lastEdge) {
            int length = 1;
            for (int at = place; edges[at] >= 0; at = befores[at]) {
                length++;
            }
            int[] walk = new int[length];
            walk[--length] = lastEdge;
            for (int at = place; edges[at] >= 0; at = befores[at]) {
                walk[--length] = edges[at];
            }
            return walk;
        }
    }

    private final class Tarjan {
        private final int[] indexes = new int[places()];
        private final int[] lows = new int[places()];
        private final int[] nexts = new int[places()];
        private final int[] components = new int[places()];
        private final int[] open = new int[places()];
        private final int[] path = new int[places()];
        private int opened;
        private int depth;
        private int counter;
        private int found;

        int[] run() {
            Arrays.fill(components, -2);
            for (int place = 0; place < indexes.length; place++) {
                if (indexes[place] == 0) {
                    from(place);
                }
            }
            return components;
        }

        private void from(int root) {
            enter(root);
            while (depth > 0) {
                int place = path[depth - 1];
                if (!descend(place)) {
                    depth--;
                    leave(place);
                }
            }
        }

        private void enter(int place) {
            indexes[place] = ++counter;
            lows[place] = counter;
            nexts[place] = graph.first(node(place));
            open[opened++] = place;
            path[depth++] = place;
        }

        /** Goes on to the next neighbour. @return false if there is none left */
        private boolean descend(int place) {
            int end = graph.first(node(place) + 1);
            while (nexts[place] < end) {
                int edge = graph.edgeAt(nexts[place]++);
                if (allowed(place, edge)) {
                    int next = arrival(edge);
                    if (indexes[next] == 0) {
                        enter(next);
                        return true;
                    }
                    if (components[next] == -2) {
                        lows[place] = Math.min(lows[place], indexes[next]);
                    }
                }
            }
            return false;
        }

        private void leave(int place) {
            if (depth > 0) {
                int before = path[depth - 1];
                lows[before] = Math.min(lows[before], lows[place]);
            }
            if (lows[place] != indexes[place]) {
                return;
            }
            // No edge leads from a node to itself, so a component of one place is on no cycle.
            int component = open[opened - 1] == place ? -1 : found++;
            int member;
            do {
                member = open[--opened];
                components[member] = component;
            } while (member != place);
        }
    }
}
