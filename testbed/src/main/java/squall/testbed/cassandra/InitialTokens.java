package squall.testbed.cassandra;

import java.math.BigInteger;
import java.util.List;
import java.util.stream.IntStream;

/** Which parts of the ring the first nodes of a data centre take, so that they can all start at once. */
final class InitialTokens {
    static final int PER_NODE = 16;

    private static final BigInteger LEAST = BigInteger.TWO.pow(63).negate();
    private static final BigInteger RING = BigInteger.TWO.pow(64);

    private InitialTokens() {}

    /**
     * Evenly spaced over Murmur3's range, dealt out to the nodes in turn.
     *
     * @param node from 0 on, of those in its data centre
     * @param dc from 0 on; moves the tokens a little, as no two nodes of a cluster may have the same
     */
    static List<String> of(int node, int nodes, int dc) {
        var count = BigInteger.valueOf((long) nodes * PER_NODE);
        return IntStream.range(0, PER_NODE)
                .mapToObj(turn -> BigInteger.valueOf((long) turn * nodes + node))
                .map(k -> LEAST.add(RING.multiply(k).divide(count)).add(BigInteger.valueOf(dc)))
                .map(BigInteger::toString)
                .toList();
    }
}
