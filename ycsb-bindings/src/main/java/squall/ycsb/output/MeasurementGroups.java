package squall.ycsb.output;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SynchronizedHistogram;
import squall.cli.command.ObservedLoad;
import squall.engine.RunListener;
import squall.measure.OperationSummary;
import squall.measure.OperationTick;
import squall.measure.Tick;
import squall.measure.Window;
import squall.spi.Load;
import squall.spi.Operation;
import squall.spi.Outcome;
import squall.ycsb.workload.PartNames;

/**
 * Naming of the groups of one window as upstream has it: {@code OP}, {@code OP-FAILED} or {@code OP-STATUS}, {@code Intended-OP}.
 *
 * @param failureTimes of the statuses that are measured separately, if there are any
 */
record MeasurementGroups(OutputSettings settings, LatencyTimeSeries slots, FailureTimes failureTimes) {
    /** Operations that never happened have no group. */
    List<MeasurementGroup> of(List<OperationSummary> operations) {
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

    /** Counts how often each status ended the operation; messages of one status are counted together. */
    static SortedMap<String, Long> returns(OperationSummary operation) {
        SortedMap<String, Long> counts = new TreeMap<>();
        operation.outcomes().forEach((outcome, n) -> counts.merge(token(outcome.code()), n, Long::sum));
        return counts;
    }

    /** Counts the statuses without those acknowledged. */
    static SortedMap<String, Long> failures(OperationSummary operation) {
        SortedMap<String, Long> counts = new TreeMap<>();
        operation.outcomes().forEach((outcome, n) -> {
            if (!(outcome instanceof Outcome.Ok)) {
                counts.merge(token(outcome.code()), n, Long::sum);
            }
        });
        return counts;
    }

    private Stream<MeasurementGroup> intended(List<OperationSummary> operations) {
        return each(operations, this::byDue).stream()
                .map(g -> g.renamed("Intended-" + g.name()).withoutReturns());
    }

    private static List<MeasurementGroup> each(
            List<OperationSummary> operations, Function<OperationSummary, Stream<MeasurementGroup>> groups) {
        return operations.stream().flatMap(groups).toList();
    }

    private Stream<MeasurementGroup> bySending(OperationSummary o) {
        String name = o.operation().name();
        MeasurementGroup answered = new MeasurementGroup(name, o.service(), returns(o), slots.serviceMeansUs(name));
        return Stream.concat(Stream.of(answered), failed(o, o.failedService(), FailureTimes.Times::service));
    }

    private Stream<MeasurementGroup> byDue(OperationSummary o) {
        String name = o.operation().name();
        MeasurementGroup answered = new MeasurementGroup(name, o.latency(), returns(o), slots.latencyMeansUs(name));
        return Stream.concat(Stream.of(answered), failed(o, o.failedLatency(), FailureTimes.Times::latency));
    }

    private Stream<MeasurementGroup> failed(
            OperationSummary o, Histogram all, Function<FailureTimes.Times, Histogram> side) {
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

    private static MeasurementGroup failures(String name, Histogram times) {
        return new MeasurementGroup(name, times, new TreeMap<>(), List.of());
    }

    /** Makes a status a single word: a third party's may be named anything, and a line must stay three columns that a parser can split. */
    static String token(String code) {
        return code.replaceAll("[\\s,]", "_");
    }

    /**
     * Recorder of how long failures took, each status by itself, because the engine keeps all failures of an operation in one histogram.
     * Kept only where it is asked for, as every status costs two histograms.
     *
     * <p>Recorded into by all sessions' threads; read once the run has ended.
     */
    static final class FailureTimes {
        /**
         * Latency and service time of the failures of one status; microseconds.
         *
         * @param latency from the intended start
         * @param service from sending
         */
        record Times(Histogram latency, Histogram service) {
            private static Times none() {
                return new Times(new SynchronizedHistogram(3), new SynchronizedHistogram(3));
            }

            private void record(long latencyNs, long serviceNs) {
                latency.recordValue((latencyNs + 500) / 1000);
                service.recordValue((serviceNs + 500) / 1000);
            }
        }

        private final ConcurrentMap<String, SortedMap<String, Times>> byOperation = new ConcurrentHashMap<>();

        /** Wraps a load so that its failures are kept here too, of those that were due at {@code fromNs} of the run or later. */
        Load watched(Load load, long fromNs) {
            ObservedLoad.Observer observer = (turn, operation, dueNs, sentNs, answeredNs, outcome, attempts) -> {
                long begunNs = turn.scheduled() ? dueNs : sentNs;
                if (!(outcome instanceof Outcome.Ok) && begunNs >= fromNs) {
                    String status = MeasurementGroups.token(outcome.code());
                    add(operation, status, answeredNs - begunNs, answeredNs - sentNs);
                }
            };
            return new ObservedLoad(load, session -> observer);
        }

        /** Returns the times of one operation as reports name it, by status. */
        SortedMap<String, Times> of(String operation) {
            return byOperation.getOrDefault(operation, Collections.emptySortedMap());
        }

        private void add(Operation operation, String status, long latencyNs, long serviceNs) {
            byOperation
                    .computeIfAbsent(PartNames.reported(operation.name()), name -> new ConcurrentSkipListMap<>())
                    .computeIfAbsent(status, name -> Times.none())
                    .record(latencyNs, serviceNs);
        }
    }

    /**
     * The average latency of each slot of the measured window ({@code measurementtype=timeseries}), from its start; every slot is there, a
     * stall shows as zeros.
     *
     * <p>Receives the run's events on the listeners' thread; may be read once the run has ended.
     */
    static final class LatencyTimeSeries implements RunListener {
        private final int slotSeconds;
        private final Map<String, List<Slot>> service = new TreeMap<>();
        private final Map<String, List<Slot>> latency = new TreeMap<>();

        LatencyTimeSeries(int slotSeconds) {
            this.slotSeconds = slotSeconds;
        }

        @Override
        public void closed(Tick tick) {
            if (tick.window().kind() == Window.Kind.WARMUP) {
                return;
            }
            int slot = Math.toIntExact((tick.second() - tick.window().fromSecond()) / slotSeconds);
            for (OperationTick operation : tick.operations()) {
                String name = PartNames.reported(operation.operation().name());
                add(service.computeIfAbsent(name, n -> new ArrayList<>()), slot, operation.service());
                add(latency.computeIfAbsent(name, n -> new ArrayList<>()), slot, operation.latency());
            }
        }

        /** Microseconds by slot, from sending to answer, by second of completion. */
        List<Double> serviceMeansUs(String operation) {
            return means(service.getOrDefault(operation, List.of()));
        }

        /** Microseconds by slot, from the intended start to the answer, by the second the operation was due in. */
        List<Double> latencyMeansUs(String operation) {
            return means(latency.getOrDefault(operation, List.of()));
        }

        private static void add(List<Slot> slots, int slot, Histogram histogram) {
            while (slots.size() <= slot) {
                slots.add(new Slot(0, 0));
            }
            slots.set(slot, slots.get(slot).plus(histogram));
        }

        private static List<Double> means(List<Slot> slots) {
            return slots.stream().map(Slot::meanUs).toList();
        }

        private record Slot(long count, double sumUs) {
            Slot plus(Histogram histogram) {
                long more = histogram.getTotalCount();
                return more == 0 ? this : new Slot(count + more, sumUs + histogram.getMean() * more);
            }

            double meanUs() {
                return count == 0 ? 0 : sumUs / count;
            }
        }
    }

    /**
     * The measurements that stand under one name in a report.
     *
     * @param name for example {@code READ}, {@code READ-FAILED}, {@code Intended-READ}
     * @param latency microseconds
     * @param returns how often each status ended the operation; empty where the group is not the one that counts them
     * @param slotMeansUs average latency of each slot of the timeline, 0 where nothing was completed; empty unless kept
     */
    record MeasurementGroup(String name, Histogram latency, SortedMap<String, Long> returns, List<Double> slotMeansUs) {
        MeasurementGroup renamed(String other) {
            return new MeasurementGroup(other, latency, returns, slotMeansUs);
        }

        MeasurementGroup withoutReturns() {
            return new MeasurementGroup(name, latency, new TreeMap<>(), slotMeansUs);
        }
    }
}
