package squall.ycsb.output;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** The lines about the client's JVM, in upstream's order and under upstream's names. */
final class JvmLines {
    private JvmLines() {}

    static List<Line> of(JvmFacts jvm, long elapsedNs, GroupStyle style) {
        List<Line> lines = new ArrayList<>();
        for (JvmFacts.Collector collector : jvm.collectors()) {
            lines.add(new Line("TOTAL_GCS_" + collector.name(), "Count", collector.count()));
            lines.add(new Line("TOTAL_GC_TIME_" + collector.name(), "Time(ms)", collector.timeMs()));
            lines.add(
                    new Line("TOTAL_GC_TIME_%_" + collector.name(), "Time(%)", percent(collector.timeMs(), elapsedNs)));
        }
        long timeMs =
                jvm.collectors().stream().mapToLong(JvmFacts.Collector::timeMs).sum();
        long count =
                jvm.collectors().stream().mapToLong(JvmFacts.Collector::count).sum();
        lines.add(new Line("TOTAL_GCs", "Count", count));
        lines.add(new Line("TOTAL_GC_TIME", "Time(ms)", timeMs));
        lines.add(new Line("TOTAL_GC_TIME_%", "Time(%)", percent(timeMs, elapsedNs)));
        jvm.usage().ifPresent(usage -> lines.addAll(usage(usage, style)));
        return lines;
    }

    private static double percent(long timeMs, long elapsedNs) {
        return timeMs * 1e6 / elapsedNs * 100;
    }

    private static List<Line> usage(JvmUsage usage, GroupStyle style) {
        List<Line> lines = new ArrayList<>();
        lines.add(new Line("MAX_MEM_USED", "MBs", usage.maxMemoryMb()));
        lines.add(new Line("MIN_MEM_USED", "MBs", usage.minMemoryMb()));
        lines.add(new Line("MAX_THREADS", "Count", usage.maxThreads()));
        lines.add(new Line("MIN_THREADS", "Count", usage.minThreads()));
        lines.add(new Line("MAX_SYS_LOAD_AVG", "Load", usage.maxLoad()));
        lines.add(new Line("MIN_SYS_LOAD_AVG", "Load", usage.minLoad()));
        // Upstream words these as latencies in microseconds; they are threads, megabytes, load, collections and
        // milliseconds.
        usage.groups()
                .forEach((name, samples) ->
                        lines.addAll(style.lines(new Group(name, samples, new TreeMap<>(), List.of()))));
        return lines;
    }
}
