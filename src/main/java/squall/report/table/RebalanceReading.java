package squall.report.table;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import squall.measure.server.Readings;
import squall.report.reference.Sheet;
import squall.results.RecordedEvent;
import squall.results.RecordedRun;
import squall.results.RecordedSecond;
import squall.spi.Metric;

/** Finds in a run what its nodes held over time. */
final class RebalanceReading {
    /** What tells where data are, the best first: bytes include what a node has given away and not removed yet, and its log of writes. */
    private static final List<Metric> HELD =
            List.of(Metric.RANGES, Metric.TABLETS, Metric.TOKEN_SHARE, Metric.DISK_BYTES);

    /** Faults that are no faults: nodes join and leave. */
    private static final Set<String> MEMBERSHIP = Set.of("addNode", "removeNode");

    /** In seconds; what a node holds is read every ten seconds at most. */
    private static final List<Integer> STEPS = List.of(10, 30, 60);

    /** Seconds after which a node that is still there has been read again, one reading that failed allowed for. */
    private static final double READ_AGAIN = 20;

    /** The same of the token ring, which the driver knows without asking. */
    private static final double RING_READ_AGAIN = 4;

    private static final double MINUTE = 60;
    private static final int ROWS = 30;

    private RebalanceReading() {}

    static Sheet of(List<NamedRun> runs) throws IOException {
        if (runs.size() != 1) {
            throw new IllegalArgumentException("rebalance: one run, not " + runs.size());
        }
        RecordedRun run = runs.getFirst().run();
        Readings readings = run.readings();
        List<RecordedSecond> seconds = wholes(run);
        Optional<Metric> held = HELD.stream()
                .filter(metric -> !readings.nodes(metric).isEmpty())
                .findFirst();
        if (held.isEmpty() || seconds.isEmpty()) {
            throw new IllegalArgumentException(run.path() + " says nothing of what its nodes held: wanted is one of "
                    + String.join(", ", HELD.stream().map(Metric::label).toList()) + " in server/metrics.csv");
        }
        return sheet(readings, held.get(), seconds, asked(run));
    }

    /** The figure that balance is judged by, with the bytes of each node where they are known too. */
    private static Sheet sheet(
            Readings readings, Metric held, List<RecordedSecond> seconds, List<Balance.Asked> asked) {
        Sheet sheet = balance(readings, held, seconds, asked).sheet();
        List<String> judged = List.of("Judged by " + held.label() + ".");
        if (held == Metric.DISK_BYTES || readings.nodes(Metric.DISK_BYTES).isEmpty()) {
            return sheet.with(judged);
        }
        return beside(
                        sheet,
                        balance(readings, Metric.DISK_BYTES, seconds, List.of()).sheet())
                .with(judged);
    }

    /** With the other's columns of nodes, before the spread and the throughput. */
    private static Sheet beside(Sheet sheet, Sheet bytes) {
        int own = sheet.columns().size() - 2;
        int others = bytes.columns().size() - 2;
        return new Sheet(
                sheet.name(),
                sheet.title(),
                sheet.source(),
                spliced(
                        sheet.columns(),
                        own,
                        bytes.columns().subList(1, others).stream()
                                .map(column -> new Sheet.Column(column.name() + " bytes", column.unit()))
                                .toList()),
                IntStream.range(0, sheet.rows().size())
                        .mapToObj(row -> spliced(
                                sheet.rows().get(row),
                                own,
                                bytes.rows().get(row).subList(1, others)))
                        .toList(),
                sheet.notes());
    }

    private static <T> List<T> spliced(List<T> list, int at, List<T> more) {
        return Stream.of(list.subList(0, at), more, list.subList(at, list.size()))
                .flatMap(List::stream)
                .toList();
    }

    /** Without what is a part of another operation. */
    private static List<RecordedSecond> wholes(RecordedRun run) throws IOException {
        Set<String> parts = new TreeSet<>();
        run.summary()
                .ifPresent(summary -> summary.path("total").path("operations").forEach(operation -> {
                    if (operation.path("part").asBoolean()) {
                        parts.add(operation.path("operation").asText());
                    }
                }));
        return run.seconds().stream()
                .filter(second -> !parts.contains(second.operation()))
                .toList();
    }

    private static List<Balance.Asked> asked(RecordedRun run) throws IOException {
        return run.events().stream()
                .filter(event -> event.type().equals("inject")
                        && MEMBERSHIP.contains(event.json().path("fault").asText()))
                .map(RebalanceReading::asked)
                .toList();
    }

    private static Balance.Asked asked(RecordedEvent event) {
        return new Balance.Asked(
                event.atNs() / 1e9 / MINUTE, event.json().path("fault").asText());
    }

    private static Balance balance(
            Readings readings, Metric held, List<RecordedSecond> seconds, List<Balance.Asked> asked) {
        List<String> nodes = readings.nodes(held);
        long end = seconds.getLast().second() + 1;
        int step = step(end);
        int rows = Math.max(1, (int) (end / step)); // what is left over belongs to the last
        List<Balance.Sample> samples = new ArrayList<>();
        for (int row = 0; row < rows; row++) {
            long to = row == rows - 1 ? end : (long) (row + 1) * step;
            samples.add(new Balance.Sample(
                    row * step / MINUTE,
                    nodes.stream().map(node -> held(readings, held, node, to)).toList(),
                    okPerSecond(seconds, (long) row * step, to)));
        }
        return new Balance(nodes, held.unit(), samples, asked);
    }

    /** The finest with which the table stays readable. */
    private static int step(long seconds) {
        return STEPS.stream()
                .filter(step -> seconds <= (long) step * ROWS)
                .findFirst()
                .orElseGet(() -> (int) (Math.ceilDiv(seconds, ((long) MINUTE) * ROWS) * MINUTE));
    }

    /**
     * What a node held before a moment: what was read last, as one that is down holds it still. Empty before its first reading, and after
     * its last if others are read later.
     */
    private static OptionalDouble held(Readings readings, Metric held, String node, long before) {
        double since = before - (held == Metric.TOKEN_SHARE ? RING_READ_AGAIN : READ_AGAIN);
        boolean there = readIn(readings, held, node, since)
                || readings.nodes(held).stream().noneMatch(other -> readIn(readings, held, other, since));
        return there ? readings.last(held, node, 0, Math.nextDown((double) before)) : OptionalDouble.empty();
    }

    private static boolean readIn(Readings readings, Metric held, String node, double since) {
        return readings.last(held, node, since, Double.POSITIVE_INFINITY).isPresent();
    }

    private static OptionalDouble okPerSecond(List<RecordedSecond> seconds, long from, long to) {
        Map<Long, Long> bySecond = new TreeMap<>();
        seconds.stream()
                .filter(second -> from <= second.second() && second.second() < to)
                .forEach(second -> bySecond.merge(second.second(), second.completedOk(), Long::sum));
        return bySecond.values().stream().mapToLong(Long::longValue).average();
    }
}
