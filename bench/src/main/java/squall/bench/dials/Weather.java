package squall.bench.dials;

import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;

/**
 * What befalls the server.
 *
 * @param freezes it stands still: nothing is answered, and work under way goes on afterwards
 * @param outages it is gone: connections break, new ones are refused
 * @param failures calls it answers with an error
 */
public record Weather(List<Interval> freezes, List<Interval> outages, List<Failure> failures) {
    /** Nothing ever happens. */
    public static final Weather CALM = new Weather(List.of(), List.of(), List.of());

    public Weather {
        freezes = inOrder(freezes);
        outages = inOrder(outages);
        failures = List.copyOf(failures);
    }

    private static List<Interval> inOrder(List<Interval> intervals) {
        return intervals.stream()
                .sorted(Comparator.comparingLong(Interval::fromNs))
                .toList();
    }

    /** How a call ends. All times are nanoseconds since the server began. */
    sealed interface End {
        long atNs();

        /** Answered. */
        record Reply(long atNs) implements End {}

        /** The server answered with an error. */
        record Failed(long atNs, String sqlState) implements End {}

        /** The server went away under the call. */
        record Lost(long atNs) implements End {}
    }

    boolean down(long atNs) {
        return outages.stream().anyMatch(outage -> outage.contains(atNs));
    }

    /** The end of a call that arrives at {@code nowNs} and needs {@code workNs} of the server. */
    End end(long nowNs, long workNs, long call, SplittableRandom random) {
        long doneNs = thawed(nowNs, nowNs + workNs);
        for (Interval outage : outages) {
            if (outage.meets(nowNs, doneNs)) {
                return new End.Lost(Math.max(nowNs, outage.fromNs()));
            }
        }
        for (Failure failure : failures) {
            if (failure.strikes(call, random)) {
                return new End.Failed(doneNs, failure.sqlState());
            }
        }
        return new End.Reply(doneNs);
    }

    /** When work from {@code nowNs} to {@code doneNs} is really done: what falls into a freeze is done after it. */
    private long thawed(long nowNs, long doneNs) {
        long laterNs = doneNs;
        for (Interval freeze : freezes) {
            if (freeze.meets(nowNs, laterNs)) {
                laterNs += freeze.toNs() - Math.max(freeze.fromNs(), nowNs);
            }
        }
        return laterNs;
    }
}
