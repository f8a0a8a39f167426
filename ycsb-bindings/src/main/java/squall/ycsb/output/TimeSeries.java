package squall.ycsb.output;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import squall.measure.OperationTick;
import squall.measure.Tick;
import squall.run.RunListener;
import squall.ycsb.workload.PartNames;

/**
 * The average latency of each slot of a run ({@code measurementtype=timeseries}); every slot is there, a stall shows as zeros.
 *
 * <p>Hears the run on the listeners' thread; may be read once the run has ended.
 */
final class TimeSeries implements RunListener {
    private final int slotSeconds;
    private final Map<String, List<Slot>> service = new TreeMap<>();
    private final Map<String, List<Slot>> latency = new TreeMap<>();

    TimeSeries(int slotSeconds) {
        this.slotSeconds = slotSeconds;
    }

    @Override
    public void closed(Tick tick) {
        int slot = Math.toIntExact(tick.second() / slotSeconds);
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
