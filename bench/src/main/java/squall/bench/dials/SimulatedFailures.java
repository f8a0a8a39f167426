package squall.bench.dials;

import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import squall.bench.dials.LatencyModel.FineDurations;

/**
 * Plan of a server's failures.
 *
 * @param freezes intervals in which nothing is answered; work under way goes on afterwards
 * @param outages intervals in which connections break and new ones are refused
 * @param failures calls that are answered with an error
 */
public record SimulatedFailures(
        List<ServerInterval> freezes, List<ServerInterval> outages, List<FailureRule> failures) {
    /** Plan of a server that never fails. */
    public static final SimulatedFailures CALM = new SimulatedFailures(List.of(), List.of(), List.of());

    public SimulatedFailures {
        freezes = inOrder(freezes);
        outages = inOrder(outages);
        failures = List.copyOf(failures);
    }

    private static List<ServerInterval> inOrder(List<ServerInterval> intervals) {
        return intervals.stream()
                .sorted(Comparator.comparingLong(ServerInterval::fromNs))
                .toList();
    }

    /** End of a call. All times are nanoseconds since the server began. */
    sealed interface End {
        long atNs();

        /** End with the answer. */
        record Reply(long atNs) implements End {}

        /** End with an error of the server. */
        record Failed(long atNs, String sqlState) implements End {}

        /** End without an answer: the server went away during the call. */
        record Lost(long atNs) implements End {}
    }

    boolean down(long atNs) {
        return outages.stream().anyMatch(outage -> outage.contains(atNs));
    }

    /** Returns the end of a call that arrives at {@code nowNs} and needs {@code workNs} of the server. */
    End end(long nowNs, long workNs, long call, SplittableRandom random) {
        long doneNs = thawed(nowNs, nowNs + workNs);
        for (ServerInterval outage : outages) {
            if (outage.meets(nowNs, doneNs)) {
                return new End.Lost(Math.max(nowNs, outage.fromNs()));
            }
        }
        for (FailureRule failure : failures) {
            if (failure.fails(call, random)) {
                return new End.Failed(doneNs, failure.sqlState());
            }
        }
        return new End.Reply(doneNs);
    }

    /** Returns when work from {@code nowNs} to {@code doneNs} is really done: its part in a freeze is done after the freeze. */
    private long thawed(long nowNs, long doneNs) {
        long laterNs = doneNs;
        for (ServerInterval freeze : freezes) {
            if (freeze.meets(nowNs, laterNs)) {
                laterNs += freeze.toNs() - Math.max(freeze.fromNs(), nowNs);
            }
        }
        return laterNs;
    }

    /** Rule by which the server answers calls with an error. */
    public sealed interface FailureRule {
        /** Returns the SQLSTATE, five characters; class 08 and 57P0x also end the connection, as they do on a real server. */
        String sqlState();

        /** Returns whether call number {@code call} of the server fails, counted from 1. */
        boolean fails(long call, SplittableRandom random);

        /** Rule that fails calls at random. @param share of all calls, in (0, 1] */
        record ByChance(String sqlState, double share) implements FailureRule {
            public ByChance {
                if (!(share > 0 && share <= 1)) { // written so that NaN fails too
                    throw new IllegalArgumentException("the share of failing calls must be in (0, 1]: " + share);
                }
            }

            @Override
            public boolean fails(long call, SplittableRandom random) {
                return random.nextDouble() < share;
            }
        }

        /** Rule that fails one call. @param number from 1 */
        record AtCall(String sqlState, long number) implements FailureRule {
            @Override
            public boolean fails(long call, SplittableRandom random) {
                return call == number;
            }
        }

        /** Returns whether a server ends the connection after this: after connection exceptions, and those of a server that shuts down. */
        static boolean endsConnection(String sqlState) {
            return sqlState.startsWith("08") || sqlState.startsWith("57P0");
        }

        /**
         * Reads {@code 40001@0.01} (one call in a hundred) or {@code 08006@call100} (the hundredth call).
         *
         * @throws IllegalArgumentException if it is neither
         */
        static FailureRule parse(String text) {
            Matcher form = Pattern.compile("([0-9A-Z]{5})@(?:call(\\d{1,18})|(\\d?\\.?\\d{1,9}))")
                    .matcher(text.strip());
            if (!form.matches()) {
                throw new IllegalArgumentException(
                        "expected an error such as 40001@0.01 or 08006@call100, not '" + text + "'");
            }
            return form.group(2) == null
                    ? new ByChance(form.group(1), Double.parseDouble(form.group(3)))
                    : new AtCall(form.group(1), Long.parseLong(form.group(2)));
        }
    }

    /** Interval in nanoseconds, counted from the server's first connection; the end is not part of it. */
    public record ServerInterval(long fromNs, long toNs) {
        public ServerInterval {
            if (fromNs >= toNs) {
                throw new IllegalArgumentException(
                        "an interval must end after it begins: " + fromNs + " ns .. " + toNs + " ns");
            }
        }

        /** Reads {@code 5s..7s}. @throws IllegalArgumentException if it is no interval */
        static ServerInterval parse(String text) {
            String[] ends = text.split("\\.\\.", -1);
            if (ends.length != 2) {
                throw new IllegalArgumentException("expected an interval such as 5s..7s, not '" + text + "'");
            }
            return new ServerInterval(FineDurations.parseNs(ends[0]), FineDurations.parseNs(ends[1]));
        }

        boolean contains(long atNs) {
            return fromNs <= atNs && atNs < toNs;
        }

        /** Returns whether it contains {@code nowNs}, or begins between then and {@code doneNs}. */
        boolean meets(long nowNs, long doneNs) {
            return contains(nowNs) || (nowNs < fromNs && fromNs < doneNs);
        }
    }
}
