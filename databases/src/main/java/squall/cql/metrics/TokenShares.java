package squall.cql.metrics;

import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.TokenMap;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import squall.cql.CqlDatabase;
import squall.spi.Instrument;
import squall.spi.InstrumentReading;
import squall.spi.ServerMetric;

/** Instrument of the share of the token ring that each node owns first, as the driver knows the ring, without a request to any node. */
record TokenShares(CqlDatabase database) implements Instrument {
    private static final Duration EVERY = Duration.ofSeconds(2);
    private static final String MURMUR3 = "Murmur3Partitioner";
    private static final BigInteger RING = BigInteger.TWO.pow(64);

    @Override
    public String source() {
        return "token ring";
    }

    @Override
    public Duration every() {
        return EVERY;
    }

    @Override
    public List<InstrumentReading> read() {
        return ring().map(this::readings).orElse(List.of());
    }

    @Override
    public Map<ServerMetric, String> absent() {
        return ring().isPresent()
                ? Map.of()
                : Map.of(
                        ServerMetric.TOKEN_SHARE,
                        "the driver reports no Murmur3 token ring, whose tokens have known bounds");
    }

    private Optional<TokenMap> ring() {
        return database.metadata()
                .getTokenMap()
                .filter(ring -> ring.getPartitionerName().endsWith(MURMUR3));
    }

    /** Reads the shares of each data centre, which has a whole ring, because each has its own replicas. */
    private List<InstrumentReading> readings(TokenMap ring) {
        Map<String, List<Node>> byDatacenter = CqlInstruments.nodes(database)
                .collect(Collectors.groupingBy(
                        node -> Objects.requireNonNullElse(node.getDatacenter(), ""),
                        TreeMap::new,
                        Collectors.toList()));
        List<InstrumentReading> readings = new ArrayList<>();
        byDatacenter.values().forEach(nodes -> {
            Map<String, List<BigInteger>> tokens = new TreeMap<>();
            nodes.forEach(node -> tokens.put(
                    CqlDatabase.label(node),
                    ring.getTokens(node).stream()
                            .map(ring::format)
                            .map(BigInteger::new)
                            .toList()));
            shares(tokens)
                    .forEach(
                            (node, share) -> readings.add(InstrumentReading.of(node, ServerMetric.TOKEN_SHARE, share)));
        });
        return readings;
    }

    /** Computes the shares of a ring of 2^64 tokens, each the end of the range before it. Nodes without a token yet are not included. */
    static Map<String, Double> shares(Map<String, List<BigInteger>> tokens) {
        TreeMap<BigInteger, String> ring = new TreeMap<>();
        tokens.forEach((node, own) -> own.forEach(token -> ring.put(token, node)));
        if (ring.isEmpty()) {
            return Map.of();
        }
        Map<String, BigInteger> held = new TreeMap<>();
        BigInteger before = ring.lastKey().subtract(RING);
        for (Map.Entry<BigInteger, String> each : ring.entrySet()) {
            held.merge(each.getValue(), each.getKey().subtract(before), BigInteger::add);
            before = each.getKey();
        }
        Map<String, Double> shares = new TreeMap<>();
        held.forEach((node, width) -> shares.put(
                node,
                new BigDecimal(width)
                        .divide(new BigDecimal(RING), MathContext.DECIMAL64)
                        .doubleValue()));
        return shares;
    }
}
