package squall.measure.outage;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SequencedMap;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.stream.Stream;
import squall.measure.outage.ClientTimeline.ClientStep;
import squall.measure.outage.ClientTimeline.StepOwner;
import squall.measure.outage.OutageAnatomy.OutagePart;
import squall.measure.outage.OutageAnatomy.PartCause;
import squall.measure.outage.OutageAnatomy.PartEvidence;
import squall.measure.outage.OutageAnatomy.PartKind;
import squall.spi.ConnectionStep;
import squall.spi.ConnectionStep.Kind;
import squall.spi.ConnectionStep.Stage;
import squall.spi.ConnectionStep.StageKind;
import squall.system.HumanNumbers;

/**
 * Record of how sessions came back after a silent stretch: what the session did that was first, and which sessions came later. A session is
 * back with the first connection in the stretch, or after it, that it did not lose again before the stretch ended. Where sessions share the
 * connections of a driver, its last connection to a node in the stretch counts: the ones before it did not bring the first answer.
 *
 * @param fromNs begin of the stretch
 * @param toNs its end: the first answer after it
 */
record SessionReturns(ClientTimeline client, long fromNs, long toNs) {
    /** Share of the sessions that makes the others stragglers of no weight: the usual share of the recovery rules. */
    private static final double MOST = 0.95;

    /** Length from which a stage of an attempt is a stretch of its own; the usual ones take some milliseconds together. */
    private static final long LONG_STAGE_NS = 100_000_000;

    private static final String BACK_OFF = "back-off before the next attempt";
    private static final String DRIVER_PAUSE = "the driver's pause before it tries the node again";
    private static final String CONNECT_AND_LOGIN = "connect and login";
    private static final String REFUSED = "attempts at servers that accept no work";
    private static final String OLD_CONNECTION = "the old connection was not given up yet";
    private static final String IDLE = "no attempt was due";
    private static final String NO_ANSWER = "no answer before this";
    private static final String FIRST_ANSWER = "connected, first answer not there yet";

    /** Returns the end of the connection attempt of the session that was back first. */
    OptionalLong connectedNs() {
        return first().stream().mapToLong(back -> back.step().toNs()).findFirst();
    }

    /** Returns the first loss of a connection, or refusal, in the stretch; of a shared driver also a little before it. */
    Optional<PartEvidence> firstLoss() {
        return driverLoss()
                .or(() -> client.steps().stream()
                        .filter(each -> within(each, fromNs) && (each.is(Kind.BROKEN) || each.is(Kind.REFUSED)))
                        .findFirst())
                .map(SessionReturns::evidence);
    }

    /** Returns when a shared driver first lost a node, perhaps a little before the stretch; empty if it lost none. */
    OptionalLong driverLossNs() {
        return driverLoss().stream().mapToLong(loss -> loss.step().toNs()).findFirst();
    }

    /** Returns that loss as evidence. */
    Optional<PartEvidence> driverLossEvidence() {
        return driverLoss().map(SessionReturns::evidence);
    }

    private Optional<ClientStep> driverLoss() {
        return losses().filter(ClientStep::ofDriver).findFirst();
    }

    /** Lists the losses of connections in the stretch; those of a shared driver, which no session has to notice, also a little before it. */
    private Stream<ClientStep> losses() {
        return client.steps().stream()
                .filter(each -> each.is(Kind.BROKEN)
                        && within(each, each.ofDriver() ? fromNs - OutageAnalysis.AHEAD_NS : fromNs));
    }

    /** Returns the last attempt that was refused before the first session began the one that succeeded. */
    Optional<PartEvidence> lastRefusal() {
        return refusals().map(SessionReturns::evidence);
    }

    /**
     * Returns the time until which nothing shows that a server accepted clients: the end of the last refused attempt; without one, when the
     * session that was back first gave up its old connection. The end of the stretch, if no session came back.
     */
    long lastRefusalNs() {
        Optional<ClientStep> first = first();
        if (first.isEmpty()) {
            return toNs;
        }
        return refusals()
                .or(() -> lost(first.get().owner()))
                .orElse(first.get())
                .step()
                .toNs();
    }

    /** Returns the last refusal; of a shared driver only by the node that counts, as other nodes may be down still. */
    private Optional<ClientStep> refusals() {
        Optional<ClientStep> first = first();
        long beganNs = first.map(back -> back.step().fromNs()).orElse(toNs);
        return client.steps().stream()
                .filter(each -> within(each, fromNs)
                        && each.is(Kind.REFUSED)
                        && each.step().toNs() <= beganNs)
                .filter(each -> !each.ofDriver()
                        || first.isEmpty()
                        || first.get().owner().equals(each.owner()))
                .reduce((one, later) -> later);
    }

    private Optional<ClientStep> lost(StepOwner owner) {
        return losses().filter(each -> each.owner().equals(owner)).findFirst();
    }

    private boolean within(ClientStep each, long sinceNs) {
        return sinceNs <= each.step().toNs() && each.step().toNs() <= toNs;
    }

    private Optional<ClientStep> first() {
        List<ClientStep> kept = client.steps().stream()
                .filter(each -> within(each, fromNs) && each.is(Kind.CONNECTED))
                .filter(each -> client.steps().stream()
                        .noneMatch(later -> later.owner().equals(each.owner())
                                && later.is(Kind.BROKEN)
                                && within(later, each.step().toNs())))
                .toList();
        return kept.stream()
                .filter(each -> !each.ofDriver())
                .findFirst()
                .or(() -> kept.stream().reduce((one, later) -> later));
    }

    /** Cuts an interval of the stretch in which servers accept clients, by the steps of the session that was back first. */
    List<OutagePart> parts(long beginNs, long endNs) {
        Optional<ClientStep> first = first();
        if (first.isEmpty()) {
            long unkept = client.connections().omitted();
            String omitted = unkept == 0 ? "" : "; " + HumanNumbers.counted(unkept, "step") + " not kept";
            PartCause cause = new PartCause(
                    PartKind.UNEXPLAINED,
                    firstLoss().isEmpty()
                            ? "no loss of a connection was reported" + omitted
                            : "no new connection was reported" + omitted);
            List<PartEvidence> evidence = new ArrayList<>(firstLoss().stream().toList());
            if (endNs == toNs) {
                evidence.add(new PartEvidence(toNs, client.source(), NO_ANSWER));
            }
            return List.of(new OutagePart(cause, beginNs, endNs, evidence));
        }
        StepOwner owner = first.get().owner();
        PartList parts = new PartList(owner, beginNs, endNs);
        client.stepsOf(owner, fromNs, endNs).forEach(parts::step);
        return parts.ended();
    }

    /**
     * Returns the sessions that had lost their connections and had no other one at the end of the stretch; empty if they are few. A node that a
     * shared driver has not reached then keeps no session from its answers.
     */
    Optional<Stragglers> straggling(long untilNs) {
        List<StepOwner> lost = client.steps().stream()
                .filter(each ->
                        !each.ofDriver() && within(each, fromNs) && (each.is(Kind.BROKEN) || each.is(Kind.REFUSED)))
                .map(ClientStep::owner)
                .distinct()
                .toList();
        SequencedMap<Long, List<StepOwner>> late = new TreeMap<>();
        for (StepOwner session : lost) {
            long backNs = backNs(session, untilNs);
            if (backNs > toNs) {
                late.computeIfAbsent(backNs, at -> new ArrayList<>()).add(session);
            }
        }
        long back = lost.size() - late.values().stream().mapToLong(List::size).sum();
        long wanted = (long) Math.ceil(MOST * lost.size());
        long atNs = toNs;
        for (Map.Entry<Long, List<StepOwner>> returned : late.entrySet()) {
            if (back >= wanted) {
                break;
            }
            back += returned.getValue().size();
            atNs = returned.getKey();
        }
        long count = late.values().stream().mapToLong(List::size).sum();
        return atNs == toNs ? Optional.empty() : Optional.of(stragglers(late, atNs, count + " of " + lost.size()));
    }

    private long backNs(StepOwner session, long untilNs) {
        List<ClientStep> own = client.steps().stream()
                .filter(each -> each.owner().equals(session))
                .toList();
        ClientStep last = own.stream()
                .filter(each -> within(each, fromNs) && !each.is(Kind.PAUSED))
                .reduce((one, later) -> later)
                .orElseThrow();
        if (last.is(Kind.CONNECTED)) {
            return toNs;
        }
        return own.stream()
                .filter(each -> each.is(Kind.CONNECTED) && each.step().toNs() > toNs)
                .mapToLong(each -> each.step().toNs())
                .map(connectedNs -> Math.min(connectedNs, untilNs))
                .findFirst()
                .orElse(untilNs);
    }

    /** Names the stragglers by the stretches of steps that took most of their time. */
    private Stragglers stragglers(SequencedMap<Long, List<StepOwner>> late, long atNs, String count) {
        Map<String, Long> spent = new LinkedHashMap<>();
        late.values().stream()
                .flatMap(List::stream)
                .flatMap(session -> client.stepsOf(session, toNs, atNs).stream())
                .flatMap(step -> stretches(step, BACK_OFF).stream())
                .forEach(stretch -> spent.merge(
                        stretch.why(),
                        Math.clamp(stretch.toNs(), toNs, atNs) - Math.clamp(stretch.fromNs(), toNs, atNs),
                        Long::sum));
        String why = spent.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse(IDLE);
        String last = late.lastEntry().getValue().getLast().source();
        return new Stragglers(
                why,
                atNs,
                List.of(new PartEvidence(toNs, "sessions", count + " without a connection, " + last + " the longest")));
    }

    /** Set of sessions that came back after others were answered. @param untilNs when so few were left that the recovery rule could hold */
    record Stragglers(String why, long untilNs, List<PartEvidence> evidence) {}

    /** Stretch of a step, which has one cause. */
    private record Stretch(String why, long fromNs, long toNs) {}

    /**
     * Cuts a step after each long stage; a short one belongs to the long one after it, and at the end to the one before. A step without a long
     * stage is one stretch.
     */
    private static List<Stretch> stretches(ConnectionStep step, String pause) {
        List<Stretch> stretches = new ArrayList<>();
        long fromNs = step.fromNs();
        long stageNs = step.fromNs();
        for (Stage stage : step.stages()) {
            if (stage.toNs() - stageNs >= LONG_STAGE_NS) {
                stretches.add(new Stretch(why(step.kind(), stage.kind()), fromNs, stage.toNs()));
                fromNs = stage.toNs();
            }
            stageNs = stage.toNs();
        }
        if (stretches.isEmpty()) {
            return List.of(new Stretch(why(step.kind(), pause), step.fromNs(), step.toNs()));
        }
        Stretch last = stretches.removeLast();
        stretches.add(new Stretch(last.why(), last.fromNs(), step.toNs()));
        return stretches;
    }

    private static String why(Kind kind, String pause) {
        return switch (kind) {
            case PAUSED -> pause;
            case REFUSED -> REFUSED;
            case CONNECTED -> CONNECT_AND_LOGIN;
            case BROKEN -> IDLE;
        };
    }

    private static String why(Kind kind, StageKind stage) {
        return switch (stage) {
            case LOOKUP -> "lookup of the server's address";
            case CONNECT -> "no answer to connect";
            case TLS -> "TLS handshake";
            case LOGIN -> kind == Kind.REFUSED ? "login that failed" : "login";
            case SETUP -> "set-up of the session";
        };
    }

    /** Names the time after a step until the next one. */
    private static String whyAfter(Kind kind) {
        return kind == Kind.CONNECTED ? FIRST_ANSWER : IDLE;
    }

    private static PartEvidence evidence(ClientStep each) {
        return evidence(each.owner(), each.step());
    }

    private static PartEvidence evidence(StepOwner owner, ConnectionStep step) {
        long ms = (step.toNs() - step.fromNs()) / 1_000_000;
        String text = switch (step.kind()) {
            case BROKEN -> "connection lost: " + step.detail();
            case PAUSED ->
                "paused for " + ms + " ms"
                        + (step.detail().isEmpty() ? "" : " before the next attempt at " + step.detail());
            case REFUSED -> "refused after " + ms + " ms" + stages(step) + ": " + step.detail();
            case CONNECTED -> "connected to " + step.detail() + " in " + ms + " ms" + stages(step);
        };
        return new PartEvidence(step.toNs(), owner.source(), text);
    }

    /** Lists the stages of a millisecond or more: {@code " (connect 3000 ms, login 12 ms)"}. */
    private static String stages(ConnectionStep step) {
        Map<StageKind, Long> lengths = new EnumMap<>(StageKind.class);
        long fromNs = step.fromNs();
        for (Stage stage : step.stages()) {
            lengths.merge(stage.kind(), stage.toNs() - fromNs, Long::sum);
            fromNs = stage.toNs();
        }
        StringJoiner stages = new StringJoiner(", ", " (", ")").setEmptyValue("");
        lengths.forEach((kind, ns) -> {
            if (ns >= 1_000_000) {
                stages.add(words(kind) + " " + ns / 1_000_000 + " ms");
            }
        });
        return stages.toString();
    }

    private static String words(StageKind kind) {
        return switch (kind) {
            case LOOKUP -> "lookup";
            case CONNECT -> "connect";
            case TLS -> "TLS";
            case LOGIN -> "login";
            case SETUP -> "set-up";
        };
    }

    /** List of parts that grows by the steps of one session, or of the driver to one node. */
    private static final class PartList {
        private final StepOwner owner;
        private final String pause;
        private final long beginNs;
        private final long endNs;
        private final List<OutagePart> parts = new ArrayList<>();
        private String since = OLD_CONNECTION;
        private long atNs;

        PartList(StepOwner owner, long beginNs, long endNs) {
            this.owner = owner;
            this.pause = owner instanceof StepOwner.DriverNode ? DRIVER_PAUSE : BACK_OFF;
            this.beginNs = beginNs;
            this.endNs = endNs;
            this.atNs = beginNs;
        }

        void step(ConnectionStep step) {
            add(since, step.fromNs(), step);
            stretches(step, pause).forEach(stretch -> add(stretch.why(), stretch.toNs(), step));
            since = whyAfter(step.kind());
        }

        List<OutagePart> ended() {
            List<OutagePart> all = new ArrayList<>(parts);
            if (endNs > atNs) {
                PartEvidence answer = new PartEvidence(endNs, owner.source(), NO_ANSWER);
                all.add(new OutagePart(new PartCause(PartKind.RECONNECTING, since), atNs, endNs, List.of(answer)));
            }
            return all;
        }

        private void add(String why, long untilNs, ConnectionStep step) {
            long toNs = Math.clamp(untilNs, beginNs, endNs);
            if (toNs > atNs) {
                parts.add(new OutagePart(
                        new PartCause(PartKind.RECONNECTING, why), atNs, toNs, List.of(evidence(owner, step))));
                atNs = toNs;
            }
        }
    }
}
