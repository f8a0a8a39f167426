package squall.check.isolation;

import java.util.Arrays;

/**
 * Graph of the dependencies between transactions. Nodes are the transactions, followed by points in time: a chain that represents the
 * real-time order with three edges a transaction instead of one for each pair.
 */
final class DependencyGraph {
    private final int transactions;
    private int nodes;
    private int size;
    private int[] froms = new int[1024];
    private int[] tos = new int[1024];
    private byte[] kinds = new byte[1024];
    private int[] operations = new int[1024];
    private int[] versions = new int[1024];
    // Edges sorted by the node they leave, computed by index().
    private int[] firsts = new int[1];
    private int[] order = new int[0];

    DependencyGraph(int transactions) {
        this.transactions = transactions;
        this.nodes = transactions;
    }

    /** Adds points in time, numbered after the transactions. @return the number of the first one */
    int addTimes(int count) {
        int first = nodes;
        nodes += count;
        return first;
    }

    /**
     * Adds an edge, unless it leads from a transaction to itself.
     *
     * @param operation the reader's or the later writer's; -1 if there is none
     * @param version the one read, missed or replaced; -1 if there is none
     */
    void add(int from, int to, Dependency kind, int operation, int version) {
        if (from == to) {
            return;
        }
        if (size == froms.length) {
            int more = size + (size >> 1);
            froms = Arrays.copyOf(froms, more);
            tos = Arrays.copyOf(tos, more);
            kinds = Arrays.copyOf(kinds, more);
            operations = Arrays.copyOf(operations, more);
            versions = Arrays.copyOf(versions, more);
        }
        froms[size] = from;
        tos[size] = to;
        kinds[size] = kind.code();
        operations[size] = operation;
        versions[size] = version;
        size++;
    }

    /** Sorts the edges by the node they leave. To be called once, after the last {@link #add}. */
    void index() {
        firsts = new int[nodes + 1];
        for (int edge = 0; edge < size; edge++) {
            firsts[froms[edge] + 1]++;
        }
        for (int node = 0; node < nodes; node++) {
            firsts[node + 1] += firsts[node];
        }
        int[] next = Arrays.copyOf(firsts, nodes);
        order = new int[size];
        for (int edge = 0; edge < size; edge++) {
            order[next[froms[edge]]++] = edge;
        }
    }

    int nodes() {
        return nodes;
    }

    boolean isTime(int node) {
        return node >= transactions;
    }

    int edges() {
        return size;
    }

    int from(int edge) {
        return froms[edge];
    }

    int to(int edge) {
        return tos[edge];
    }

    Dependency kind(int edge) {
        return Dependency.of(kinds[edge]);
    }

    int operation(int edge) {
        return operations[edge];
    }

    int version(int edge) {
        return versions[edge];
    }

    /** Returns the index of a node's first edge; its last edge is the one before the first of the next node. */
    int first(int node) {
        return firsts[node];
    }

    int edgeAt(int place) {
        return order[place];
    }

    boolean isOf(int edge, int kindBits) {
        return (kindBits >> kinds[edge] & 1) != 0;
    }

    boolean isAntiDependency(int edge) {
        return isOf(edge, Paths.ANTI_DEPENDENCIES);
    }
}
