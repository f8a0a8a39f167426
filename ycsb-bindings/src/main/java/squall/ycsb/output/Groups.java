package squall.ycsb.output;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import squall.measure.OperationSummary;
import squall.spi.Outcome;

/** Which groups one window has under upstream's naming: {@code OP}, {@code OP-FAILED} or {@code OP-STATUS}, {@code Intended-OP}. */
final class Groups {
    private final OutputSettings settings;
    private final TimeSeries slots;
    private final FailureTimes failureTimes;

    /** @param failureTimes of the statuses that are measured apart, if there are any */
    Groups(OutputSettings settings, TimeSeries slots, FailureTimes failureTimes) {
        this.settings = settings;
        this.slots = slots;
        this.failureTimes = failureTimes;
    }

    /** Operations that never happened have no group. */
    List<Group> of(List<OperationSummary> operations) {
        List<OperationSummary> seen =
                operations.stream().filter(o -> o.ended() + o.unfinished() > 0).toList();
        return switch (settings.interval()) {
            case OP -> each(seen, this::bySending);
            case INTENDED -> each(seen, this::byDue);
            case BOTH ->
                Stream.concat(each(seen, this::bySending).stream(), intended(seen))
                        .toList();
        };
    }

    /** How often each status ended the operation; messages of one status are counted together. */
    static SortedMap<String, Long> returns(OperationSummary operation) {
        SortedMap<String, Long> counts = new TreeMap<>();
        operation.outcomes().forEach((outcome, n) -> counts.merge(token(outcome.code()), n, Long::sum));
        return counts;
    }

    /** As above, without those acknowledged. */
    static SortedMap<String, Long> failures(OperationSummary operation) {
        SortedMap<String, Long> counts = new TreeMap<>();
        operation.outcomes().forEach((outcome, n) -> {
            if (!(outcome instanceof Outcome.Ok)) {
                counts.merge(token(outcome.code()), n, Long::sum);
            }
        });
        return counts;
    }

    private Stream<Group> intended(List<OperationSummary> operations) {
        return each(operations, this::byDue).stream()
                .map(g -> g.renamed("Intended-" + g.name()).withoutReturns());
    }

    private static List<Group> each(
            List<OperationSummary> operations, Function<OperationSummary, Stream<Group>> groups) {
        return operations.stream().flatMap(groups).toList();
    }

    private Stream<Group> bySending(OperationSummary o) {
        String name = o.operation().name();
        Group answered = new Group(name, o.service(), returns(o), slots.serviceMeansUs(name));
        return Stream.concat(Stream.of(answered), failed(o, o.failedService(), FailureTimes.Times::service));
    }

    private Stream<Group> byDue(OperationSummary o) {
        String name = o.operation().name();
        Group answered = new Group(name, o.latency(), returns(o), slots.latencyMeansUs(name));
        return Stream.concat(Stream.of(answered), failed(o, o.failedLatency(), FailureTimes.Times::latency));
    }

    private Stream<Group> failed(OperationSummary o, Histogram all, Function<FailureTimes.Times, Histogram> side) {
        String name = o.operation().name();
        if (!settings.errorLatency().wanted()) {
            return all.getTotalCount() == 0 ? Stream.empty() : Stream.of(failures(name + "-FAILED", all));
        }
        SortedMap<String, Histogram> groups = new TreeMap<>();
        failureTimes
                .of(name)
                .forEach((status, times) -> groups.computeIfAbsent(
                                settings.errorLatency().apart(status) ? status : "FAILED", s -> new Histogram(3))
                        .add(side.apply(times)));
        return groups.entrySet().stream().map(group -> failures(name + "-" + group.getKey(), group.getValue()));
    }

    private static Group failures(String name, Histogram times) {
        return new Group(name, times, new TreeMap<>(), List.of());
    }

    /** A third party's status may be named anything; a line must stay three columns that a parser can split. */
    static String token(String code) {
        return code.replaceAll("[\\s,]", "_");
    }
}
