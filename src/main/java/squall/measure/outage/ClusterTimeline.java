package squall.measure.outage;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import squall.spi.ClusterLog.LogChange;
import squall.spi.ClusterLog.LogEvent;

/**
 * Timeline of a cluster by its own logs, on the time axis of the run.
 *
 * @param missing why its logs are not known, one line; empty if they are
 * @param detection by which settings the cluster notices a failure; empty if nothing in it reacts to one
 * @param events in the order of their times
 * @param errorNs upper bound of the error of their times: the resolution of log and clock, and how far the wall clock and the clock of the run
 *     moved apart during it
 */
public record ClusterTimeline(Optional<String> missing, String detection, List<TimedEvent> events, long errorNs) {
    private static final long MS = 1_000_000;

    /** Error of the start of the run, a time in whole milliseconds. */
    private static final long START_NS = MS;

    public ClusterTimeline {
        events = events.stream()
                .sorted(Comparator.comparingLong(TimedEvent::atNs))
                .toList();
    }

    /** Creates the timeline of a cluster whose logs are not known. @param why one line */
    public static ClusterTimeline without(String why) {
        return new ClusterTimeline(Optional.of(why), "", List.of(), 0);
    }

    /**
     * Brings the events of a cluster on this machine to the axis of a run.
     *
     * @param epochMs wall-clock time of second 0
     * @param offNs how far the times of the logs may be off, with what wall clock and clock of the run moved apart since second 0
     */
    public static ClusterTimeline of(String detection, List<LogEvent> events, long epochMs, long offNs) {
        return new ClusterTimeline(
                Optional.empty(),
                detection,
                events.stream()
                        .map(event -> new TimedEvent(
                                (event.at().toEpochMilli() - epochMs) * MS,
                                event.change(),
                                event.source(),
                                event.text()))
                        .toList(),
                START_NS + offNs);
    }

    /** Lists the events in an interval, both ends included. */
    List<TimedEvent> between(long fromNs, long toNs) {
        return events.stream()
                .filter(event -> fromNs <= event.atNs() && event.atNs() <= toNs)
                .toList();
    }

    /** Event of a log. @param atNs since the run began */
    public record TimedEvent(long atNs, LogChange change, String source, String text) {
        boolean is(LogChange other) {
            return change == other;
        }
    }
}
