package squall.report.table;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import squall.engine.phases.ScenarioEvent;
import squall.measure.server.ServerReadings;
import squall.report.table.DataBalanceTable.BalanceRequest;
import squall.results.RecordedEvent;
import squall.results.RunSummary.OperationTotals;
import squall.results.recorded.RecordedRun;
import squall.results.recorded.RecordedSecond;
import squall.spi.ServerMetric;
import squall.table.Table;

/** Reader of the data that each node of a run had over time. */
final class RebalanceReading {
    /**
     * Metrics of the location of data, the best first: bytes include what a node has given away and not removed yet, and its log of writes.
     */
    private static final List<ServerMetric> HELD =
            List.of(ServerMetric.RANGES, ServerMetric.TABLETS, ServerMetric.TOKEN_SHARE, ServerMetric.DISK_BYTES);

    /** Kinds of faults by which nodes join and leave. */
    private static final Set<String> MEMBERSHIP = Set.of("addNode", "removeNode");

    /** Intervals of the table in seconds; a node's data are read every ten seconds at most. */
    private static final List<Integer> STEPS = List.of(10, 30, 60);

    /** Seconds after which a node that still exists has been read again, with an allowance for one failed reading. */
    private static final double READ_AGAIN = 20;

    /** Seconds after which the token ring has been read again, which the driver knows without a query. */
    private static final double RING_READ_AGAIN = 4;

    private static final double MINUTE = 60;
    private static final int ROWS = 30;

    private RebalanceReading() {}

    static Table of(List<NamedRun> runs) throws IOException {
        if (runs.size() != 1) {
            throw new IllegalArgumentException("rebalance: one run, not " + runs.size());
        }
        RecordedRun run = runs.getFirst().run();
        ServerReadings readings = run.readings();
        List<RecordedSecond> seconds = wholes(run);
        Optional<ServerMetric> held = HELD.stream()
                .filter(metric -> !readings.nodes(metric).isEmpty())
                .findFirst();
        if (held.isEmpty() || seconds.isEmpty()) {
            throw new IllegalArgumentException(run.path() + " says nothing of what its nodes held: wanted is one of "
                    + String.join(", ", HELD.stream().map(ServerMetric::label).toList()) + " in server/metrics.csv");
        }
        return table(readings, held.get(), seconds, asked(run)).with(operatorCommands(run));
    }

    /** Returns what was found when a change was over: the existing nodes, and the commands that an operator would have typed for it. */
    private static List<String> operatorCommands(RecordedRun run) throws IOException {
        return run.events().stream()
                .filter(event -> event.is(ScenarioEvent.VERIFIED)
                        && event.step()
                                .fault()
                                .filter(RebalanceReading::membership)
                                .isPresent())
                .map(RecordedEvent::detail)
                .toList();
    }

    /** Returns whether a fault is a change of membership: nodes join or leave. @param fault as shown, with its options */
    private static boolean membership(String fault) {
        return MEMBERSHIP.stream().anyMatch(kind -> fault.equals(kind) || fault.startsWith(kind + " "));
    }

    /** Returns the table of the figure that balance is judged by, with the bytes of each node where they are known too. */
    private static Table table(
            ServerReadings readings, ServerMetric held, List<RecordedSecond> seconds, List<BalanceRequest> asked) {
        Table table = balance(readings, held, seconds, asked).table();
        List<String> judged = List.of("Judged by " + held.label() + ".");
        if (held == ServerMetric.DISK_BYTES
                || readings.nodes(ServerMetric.DISK_BYTES).isEmpty()) {
            return table.with(judged);
        }
        return joined(
                        table,
                        balance(readings, ServerMetric.DISK_BYTES, seconds, List.of())
                                .table())
                .with(judged);
    }

    /** Inserts the other table's columns of nodes before the spread and the throughput. */
    private static Table joined(Table table, Table bytes) {
        int own = table.columns().size() - 2;
        int others = bytes.columns().size() - 2;
        return new Table(
                table.name(),
                table.title(),
                table.source(),
                spliced(
                        table.columns(),
                        own,
                        bytes.columns().subList(1, others).stream()
                                .map(column -> new Table.Column(column.name() + " bytes", column.unit()))
                                .toList()),
                IntStream.range(0, table.rows().size())
                        .mapToObj(row -> spliced(
                                table.rows().get(row),
                                own,
                                bytes.rows().get(row).subList(1, others)))
                        .toList(),
                table.notes());
    }

    private static <T> List<T> spliced(List<T> list, int at, List<T> more) {
        return Stream.of(list.subList(0, at), more, list.subList(at, list.size()))
                .flatMap(List::stream)
                .toList();
    }

    /** Returns the seconds of operations that are no parts of others. */
    private static List<RecordedSecond> wholes(RecordedRun run) throws IOException {
        Set<String> parts = run.summary().stream()
                .flatMap(summary -> summary.operations().stream())
                .filter(OperationTotals::part)
                .map(OperationTotals::operation)
                .collect(Collectors.toSet());
        return run.seconds().stream()
                .filter(second -> !parts.contains(second.operation()))
                .toList();
    }

    private static List<BalanceRequest> asked(RecordedRun run) throws IOException {
        return run.events().stream()
                .filter(event -> event.is(ScenarioEvent.INJECT)
                        && event.step()
                                .fault()
                                .filter(RebalanceReading::membership)
                                .isPresent())
                .map(RebalanceReading::asked)
                .toList();
    }

    private static BalanceRequest asked(RecordedEvent event) {
        String fault = event.step().fault().orElse("");
        return new BalanceRequest(event.atNs() / 1e9 / MINUTE, fault.split(" ", 2)[0]);
    }

    private static DataBalanceTable balance(
            ServerReadings readings, ServerMetric held, List<RecordedSecond> seconds, List<BalanceRequest> asked) {
        List<String> nodes = readings.nodes(held);
        long end = seconds.getLast().second() + 1;
        int step = step(end);
        int rows = Math.max(1, (int) (end / step)); // what is left over belongs to the last
        List<DataBalanceTable.BalanceSample> samples = new ArrayList<>();
        for (int row = 0; row < rows; row++) {
            long to = row == rows - 1 ? end : (long) (row + 1) * step;
            samples.add(new DataBalanceTable.BalanceSample(
                    row * step / MINUTE,
                    nodes.stream().map(node -> held(readings, held, node, to)).toList(),
                    okPerSecond(seconds, (long) row * step, to)));
        }
        return new DataBalanceTable(nodes, held.unit(), samples, asked);
    }

    /** Returns the finest interval with which the table stays readable. */
    private static int step(long seconds) {
        return STEPS.stream()
                .filter(step -> seconds <= (long) step * ROWS)
                .findFirst()
                .orElseGet(() -> (int) (Math.ceilDiv(seconds, ((long) MINUTE) * ROWS) * MINUTE));
    }

    /**
     * Returns the data of a node before a moment: the last reading, because one that is down still has it. Empty before its first reading,
     * and after its last if others are read later.
     */
    private static OptionalDouble held(ServerReadings readings, ServerMetric held, String node, long before) {
        double since = before - (held == ServerMetric.TOKEN_SHARE ? RING_READ_AGAIN : READ_AGAIN);
        boolean there = readIn(readings, held, node, since)
                || readings.nodes(held).stream().noneMatch(other -> readIn(readings, held, other, since));
        return there ? readings.last(held, node, 0, Math.nextDown((double) before)) : OptionalDouble.empty();
    }

    private static boolean readIn(ServerReadings readings, ServerMetric held, String node, double since) {
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
