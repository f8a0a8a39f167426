package squall.measure.outage;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import squall.measure.SuccessGaps.SuccessGap;
import squall.measure.outage.ClusterTimeline.TimedEvent;
import squall.measure.outage.OutageAnatomy.OutagePart;
import squall.measure.outage.OutageAnatomy.PartCause;
import squall.measure.outage.OutageAnatomy.PartEvidence;
import squall.measure.outage.OutageAnatomy.PartKind;
import squall.measure.recovery.BaselineCriteria;
import squall.measure.recovery.SecondSeries;
import squall.spi.ClusterLog.LogChange;

/**
 * Explanation of the outages of one injection group. An outage begins with a gap of at least a second in the answers, and ends when the
 * recovery rule holds; gaps before that belong to it. Its silence is cut by the cluster's log and by the steps of the sessions'
 * connections, and what neither shows is unexplained.
 */
public final class OutageAnalysis {
    private static final long SECOND_NS = 1_000_000_000;

    /**
     * Time before a gap in which the cluster, or the driver, may have noticed a failure already: the first answer that was missing was due a
     * little later.
     */
    static final long AHEAD_NS = SECOND_NS;

    private static final String HEALED = "the fault is being healed";
    private static final String DRIVER_WAITS = "the driver still waits for answers of a node that is gone";

    /** Number of lines of a log that a part shows. */
    private static final int LINES = 8;

    private final FaultTimes fault;
    private final RunTimelines run;
    private final List<OutageAnatomy> outages = new ArrayList<>();
    private List<OutagePart> parts = new ArrayList<>();

    private OutageAnalysis(FaultTimes fault, RunTimelines run) {
        this.fault = fault;
        this.run = run;
    }

    /** Returns the outages of an injection group, in order. */
    public static List<OutageAnatomy> of(FaultTimes fault, RunTimelines run) {
        OutageAnalysis analysis = new OutageAnalysis(fault, run);
        List<SuccessGap> gaps = run.client().gaps().stream()
                .filter(gap -> gap.toNs() > fault.injectedNs() && gap.fromNs() < fault.watchedNs())
                .toList();
        for (int i = 0; i < gaps.size(); i++) {
            analysis.gap(gaps.get(i), i + 1 < gaps.size() ? gaps.get(i + 1).fromNs() : Long.MAX_VALUE);
        }
        analysis.end();
        return List.copyOf(analysis.outages);
    }

    /**
     * Timing of a fault, in nanoseconds since the run began.
     *
     * @param healNs when healing began; empty if it did not
     * @param recoveredNs begin of the second from which the recovery rule held; empty if it was not seen to hold
     * @param watchedNs end of watching
     */
    public record FaultTimes(long injectedNs, OptionalLong healNs, OptionalLong recoveredNs, long watchedNs) {}

    /** Set of timelines of a run. @param series every second of it */
    public record RunTimelines(
            ClientTimeline client, ClusterTimeline cluster, SecondSeries series, BaselineCriteria criteria) {}

    private void gap(SuccessGap gap, long nextNs) {
        long fromNs = Math.max(gap.fromNs(), fault.injectedNs());
        if (!parts.isEmpty() && fromNs > recoveredNs()) {
            end();
        }
        if (!parts.isEmpty()) {
            catchingUp(fromNs);
        }
        SilentStretch silence = new SilentStretch(fromNs, gap.toNs());
        silence.cut();
        silence.stragglers(Math.max(gap.toNs(), Math.min(recoveredNs(), nextNs)));
    }

    /** Ends the current outage: at the recovery, or with its gap if the rule held before, as it may after a relapse. */
    private void end() {
        if (parts.isEmpty()) {
            return;
        }
        catchingUp(recoveredNs());
        outages.add(new OutageAnatomy(
                fault.recoveredNs().isEmpty(), merged(parts), run.cluster().errorNs()));
        parts = new ArrayList<>();
    }

    private long recoveredNs() {
        return fault.recoveredNs().orElse(fault.watchedNs());
    }

    private void catchingUp(long toNs) {
        long fromNs = parts.getLast().toNs();
        if (toNs > fromNs) {
            List<PartEvidence> evidence = new ArrayList<>(lines(fromNs, toNs));
            evidence.add(new PartEvidence(fromNs, run.client().source(), "answered again"));
            add(PartKind.CATCHING_UP, answeredAgain(fromNs, toNs), fromNs, toNs, evidence);
        }
    }

    /** Describes how clients were answered in the whole seconds of an interval, by measurement alone. */
    private String answeredAgain(long fromNs, long toNs) {
        SecondSeries seconds = run.series().between(-Math.floorDiv(-fromNs, SECOND_NS), toNs / SECOND_NS);
        if (seconds.seconds() == 0) {
            return "for less than a second";
        }
        double share = seconds.goodputPerSecond() / run.criteria().baseline().goodputPerSecond();
        double p99 = seconds.latency().getTotalCount() == 0
                ? 0
                : (double) seconds.latency().getValueAtPercentile(99)
                        / Math.max(1, run.criteria().baseline().p99Micros());
        return String.format(
                Locale.ROOT,
                "%sanswered at %.0f %% of the baseline's rate, p99 %.1f times its own",
                share > 1.02 ? "backlog: " : "",
                100 * share,
                p99);
    }

    private void add(PartKind kind, String why, long fromNs, long toNs, List<PartEvidence> evidence) {
        if (toNs > fromNs) {
            parts.add(new OutagePart(new PartCause(kind, why), fromNs, toNs, evidence));
        }
    }

    /** Returns the first lines that the cluster's log has in an interval. */
    private List<PartEvidence> lines(long fromNs, long toNs) {
        return run.cluster().between(fromNs, toNs).stream()
                .limit(LINES)
                .map(OutageAnalysis::evidence)
                .toList();
    }

    private static PartEvidence evidence(TimedEvent event) {
        return new PartEvidence(event.atNs(), event.source(), event.text());
    }

    /** Joins neighbours of the same cause. */
    private static List<OutagePart> merged(List<OutagePart> parts) {
        List<OutagePart> merged = new ArrayList<>();
        for (OutagePart part : parts) {
            if (!merged.isEmpty() && merged.getLast().cause().equals(part.cause())) {
                OutagePart last = merged.removeLast();
                merged.add(new OutagePart(
                        part.cause(),
                        last.fromNs(),
                        part.toNs(),
                        Stream.concat(last.evidence().stream(), part.evidence().stream())
                                .distinct()
                                .limit(LINES)
                                .toList()));
            } else {
                merged.add(part);
            }
        }
        return merged;
    }

    /** Stretch in which no operation was acknowledged. */
    private final class SilentStretch {
        private final long fromNs;
        private final long toNs;
        private final SessionReturns sessions;

        SilentStretch(long fromNs, long toNs) {
            this.fromNs = fromNs;
            this.toNs = toNs;
            this.sessions = new SessionReturns(run.client(), fromNs, toNs);
        }

        /** Adds the parts of the silence, from what the cluster did to what the first session did that came back. */
        void cut() {
            List<TimedEvent> changes = changes();
            if (changes.isEmpty()) {
                withoutReaction();
                return;
            }
            beforeReaction(changes.getFirst());
            for (int i = 0; i < changes.size(); i++) {
                TimedEvent change = changes.get(i);
                Optional<TimedEvent> next = i + 1 < changes.size() ? Optional.of(changes.get(i + 1)) : Optional.empty();
                after(change, next);
            }
        }

        /** Adds the sessions that had no connection yet when the first of them was answered. */
        void stragglers(long endNs) {
            sessions.straggling(endNs)
                    .ifPresent(straggling -> add(
                            PartKind.RECONNECTING,
                            straggling.why(),
                            toNs,
                            straggling.untilNs(),
                            straggling.evidence()));
        }

        /**
         * Lists the changes of the cluster. That a replica receives is the end of a wait, and no reaction to a failure; it is one only where a
         * server accepts writes.
         */
        private List<TimedEvent> changes() {
            long errorNs = run.cluster().errorNs();
            long sinceNs = Math.max(fault.injectedNs() - errorNs, fromNs - AHEAD_NS);
            List<TimedEvent> changes = new ArrayList<>();
            for (TimedEvent event : run.cluster().between(sinceNs, toNs + errorNs)) {
                boolean begun = !changes.isEmpty();
                boolean served = begun && served(changes.getLast());
                boolean counts = switch (event.change()) {
                    case NOTE -> false;
                    case SERVING -> begun;
                    case REPLICATING -> served;
                    case NOTICED, NODE_LOST, STARTING, REPLAYING, REPLAYED -> true;
                };
                if (counts) {
                    changes.add(event);
                }
            }
            return changes;
        }

        private static boolean served(TimedEvent change) {
            return change.is(LogChange.SERVING) || change.is(LogChange.REPLICATING);
        }

        private long at(TimedEvent event) {
            return Math.clamp(event.atNs(), fromNs, toNs);
        }

        private void beforeReaction(TimedEvent first) {
            long untilNs = at(first);
            long heldNs = Math.min(untilNs, healNs().orElse(untilNs));
            undetected(heldNs, heldNs < untilNs ? healing(heldNs) : evidence(first));
            healNs().ifPresent(healNs -> add(PartKind.RESTARTING, HEALED, healNs, untilNs, List.of(healing(healNs))));
        }

        /** Returns when healing began, if it was in this stretch. */
        private OptionalLong healNs() {
            return fault.healNs().stream()
                    .filter(healNs -> fromNs < healNs && healNs < toNs)
                    .findFirst();
        }

        private void undetected(long untilNs, PartEvidence end) {
            List<PartEvidence> evidence =
                    new ArrayList<>(sessions.firstLoss().stream().toList());
            evidence.add(end);
            String detection = run.cluster().detection();
            add(
                    PartKind.UNDETECTED,
                    detection.isEmpty() ? "no part of the cluster reacts to a failure; the fault was held" : detection,
                    fromNs,
                    untilNs,
                    evidence);
        }

        private void after(TimedEvent change, Optional<TimedEvent> next) {
            long beganNs = at(change);
            long endNs = next.map(this::at).orElse(toNs);
            switch (change.change()) {
                case NOTICED -> cluster(PartKind.ELECTING, "fencing, choosing and promoting", change, endNs);
                case NODE_LOST -> lost(change, endNs);
                case STARTING -> cluster(PartKind.RESTARTING, "start of the server", change, endNs);
                case REPLAYING -> cluster(PartKind.RESTARTING, "replay of the log after a crash", change, endNs);
                case REPLAYED -> cluster(PartKind.RESTARTING, "checkpoint after the replay", change, endNs);
                case SERVING -> serving(beganNs, endNs, next);
                case REPLICATING -> clients(beganNs, endNs);
                case NOTE -> throw new IllegalStateException("a note changes nothing");
            }
        }

        private void cluster(PartKind kind, String why, TimedEvent change, long endNs) {
            add(kind, why, at(change), endNs, lines(change.atNs(), endNs));
        }

        /** Adds the time without a node that the cluster does not replace. */
        private void lost(TimedEvent change, long endNs) {
            long beganNs = at(change);
            long untilNs = Math.clamp(healNs().orElse(endNs), beganNs, endNs);
            add(
                    PartKind.RESTARTING,
                    "too few nodes until a lost one is back",
                    beganNs,
                    untilNs,
                    lines(change.atNs(), untilNs));
            healNs().ifPresent(healNs -> add(PartKind.RESTARTING, HEALED, untilNs, endNs, List.of(healing(healNs))));
        }

        /** Adds the time of a server that accepts writes; connected clients may wait until a replica can confirm a commit. */
        private void serving(long beganNs, long endNs, Optional<TimedEvent> next) {
            boolean replica =
                    next.filter(event -> event.is(LogChange.REPLICATING)).isPresent();
            long connectedNs = Math.clamp(sessions.connectedNs().orElse(endNs), beganNs, endNs);
            clients(beganNs, replica ? connectedNs : endNs);
            if (replica) {
                add(
                        PartKind.ELECTING,
                        "commits wait for a standby of the new primary",
                        connectedNs,
                        endNs,
                        lines(connectedNs, endNs));
            }
        }

        private void clients(long beganNs, long endNs) {
            if (endNs > beganNs) {
                parts.addAll(sessions.parts(beganNs, endNs));
            }
        }

        /** Cuts a stretch in which no log shows a reaction. */
        private void withoutReaction() {
            boolean known = run.cluster().missing().isEmpty();
            if (known && healNs().isPresent()) {
                long healNs = healNs().getAsLong();
                undetected(healNs, healing(healNs));
                clients(healNs, toNs);
                return;
            }
            long servedNs = Math.clamp(sessions.lastRefusalNs(), fromNs, toNs);
            long noticedNs = Math.clamp(sessions.driverLossNs().orElse(fromNs), fromNs, servedNs);
            add(
                    PartKind.UNDETECTED,
                    DRIVER_WAITS,
                    fromNs,
                    noticedNs,
                    sessions.driverLossEvidence().stream().toList());
            add(
                    PartKind.UNEXPLAINED,
                    run.cluster().missing().orElse("the logs of the cluster have no line about it"),
                    noticedNs,
                    servedNs,
                    sessions.lastRefusal().stream().toList());
            clients(servedNs, toNs);
        }

        private static PartEvidence healing(long healNs) {
            return new PartEvidence(healNs, "fault", "healing begins");
        }
    }
}
