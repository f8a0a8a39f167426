package squall.adversity.probe;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import squall.adversity.probe.store.ProbeSession;
import squall.adversity.probe.store.ProbeStore;
import squall.database.Database;
import squall.engine.ConnectionLog;
import squall.measure.outage.ClientTimeline.ClientSteps;
import squall.measure.recovery.LaneOutages.LaneSeries;
import squall.measure.recovery.LaneOutages.LaneSeries.Completion;
import squall.results.ProbeStatus;
import squall.scenario.ProbeSettings.Lanes;
import squall.spi.ConnectionStep;
import squall.spi.DriverSteps;
import squall.spi.Outcome;

/**
 * Probe of what is available, at a fixed period: lanes of data read and write a key through whichever node serves it, and a lane of each
 * node asks that node and no other.
 */
final class LaneProbe {
    /** Maximum of outstanding operations of a lane; beyond it, some are given up. */
    private static final int WIDEST = 3;

    /** Minimum length of an outage in seconds; the limit is never below two periods of the lane. */
    private static final double SHORTEST_OUTAGE = 1;

    private final ProbeStore probeStore;
    private final Lanes lanes;
    private final List<LaneLog> logs = new ArrayList<>();
    private final List<ProbeStore.LaneLocation> places = new ArrayList<>();
    private final List<ProbeStore.LaneLocation> nodes = new ArrayList<>();

    /** @param probeStore whose sessions give an answer up when it no longer counts */
    LaneProbe(ProbeStore probeStore, Lanes lanes) {
        this.probeStore = probeStore;
        this.lanes = lanes;
    }

    /** Determines the nodes that the lanes reach, and creates their registers. */
    void seed() throws IOException, InterruptedException {
        places.addAll(probeStore.places(lanes.perNode()));
        nodes.addAll(probeStore.nodePlaces());
        probeStore.seedRegisters(
                places.stream().map(ProbeStore.LaneLocation::key).toList());
    }

    List<PeriodicProbe> periodicProbes() {
        List<PeriodicProbe> periodicProbes = new ArrayList<>();
        for (ProbeStore.LaneLocation place : places) {
            AtomicLong version = new AtomicLong();
            periodicProbes.addAll(data(
                    place,
                    "write",
                    (probeSession, turn) -> probeSession.raise(place.key(), version.incrementAndGet(), turn)));
            periodicProbes.addAll(data(place, "read", (probeSession, turn) -> probeSession.read(place.key(), turn)));
        }
        for (ProbeStore.LaneLocation node : nodes) {
            periodicProbes.addAll(lane(
                    new LaneLog(LaneSeries.Subject.NODE, node.name() + " answers", node, period()),
                    () -> probeStore.nodeSession(node),
                    ProbeStore.LaneSession::ask));
        }
        return periodicProbes;
    }

    /** Returns the completions of each lane so far. */
    List<LaneSeries> series() {
        return logs.stream().map(LaneLog::series).toList();
    }

    /**
     * Returns, by the name of each lane of data, how its sessions lost their connections and got others so far.
     *
     * @param originNs {@link System#nanoTime} of second 0
     */
    Map<String, ClientSteps> connections(long originNs) {
        DriverSteps driver = probeStore.driverSteps(originNs);
        return logs.stream()
                .filter(log -> log.subject == LaneSeries.Subject.DATA)
                .collect(Collectors.toMap(
                        LaneLog::name, log -> log.connections.steps().and(driver), (one, other) -> one));
    }

    /** Returns the present state of each lane. */
    List<ProbeStatus.Lane> states(double atSecond) {
        return logs.stream().map(log -> log.state(atSecond)).toList();
    }

    /** Returns how each lane is placed, one line each. */
    List<String> placements() {
        return Stream.concat(places.stream(), nodes.stream())
                .map(place -> "lane " + place.name() + ": " + place.how())
                .toList();
    }

    private interface Question<C extends Database.Client> {
        Outcome ask(C client, ProbeTurn turn) throws InterruptedException;
    }

    private Duration period() {
        return Duration.ofNanos(Math.round(1e9 / lanes.perSecond()));
    }

    private List<PeriodicProbe> data(ProbeStore.LaneLocation place, String what, Question<ProbeSession> question) {
        return lane(
                new LaneLog(LaneSeries.Subject.DATA, place.name() + " " + what, place, period()),
                () -> probeStore.probeSession(place.session()),
                question);
    }

    /** Makes a lane of as many sessions as may have to wait at once. */
    private <C extends Database.Client> List<PeriodicProbe> lane(
            LaneLog log, Supplier<C> client, Question<C> question) {
        logs.add(log);
        int width =
                Math.clamp((long) Math.ceil(lanes.perSecond() * lanes.timeout().toNanos() / 1e9), 1, WIDEST);
        List<PeriodicProbe> periodicProbes = new ArrayList<>();
        for (int number = 0; number < width; number++) {
            periodicProbes.add(new PeriodicProbe(
                    "lane " + log.name() + " " + number,
                    PeriodicProbe.Schedule.shared(lanes.perSecond(), number, width, lanes.timeout()),
                    new LaneOperation<>(client.get(), number, question, log, lanes.timeout())));
        }
        return periodicProbes;
    }

    /** Operation of a lane. @param number of its session in the lane */
    private record LaneOperation<C extends Database.Client>(
            C client, int number, Question<C> question, LaneLog log, Duration timeout)
            implements PeriodicProbe.Operation {
        @Override
        public void perform(ProbeTurn turn) throws InterruptedException {
            boolean ok = question.ask(client, turn) instanceof Outcome.Ok;
            long nowNs = turn.nowNs();
            boolean inTime = nowNs - turn.dueNs() <= timeout.toNanos();
            if (!ok && inTime && turn.stopping()) {
                return; // aborted by our own end: it had time left to be answered
            }
            log.add(nowNs, ok && inTime);
        }

        @Override
        public void missed(long dueNs) {
            log.add(dueNs + timeout.toNanos(), false);
        }

        @Override
        public void connecting(ConnectionStep step) {
            log.connections.add(number, step);
        }
    }

    /** Log of the completions of one lane, eight bytes each. Safe for use by many threads. */
    static final class LaneLog {
        private static final int FIRST_ROOM = 1 << 10;

        private final LaneSeries.Subject subject;
        private final String name;
        private final ProbeStore.LaneLocation place;
        private final Duration period;
        private final double shortestOutage;
        private final ConnectionLog connections = new ConnectionLog();
        private long[] seen = new long[FIRST_ROOM];
        private int count;

        /** Time in seconds of the last success, or of the first operation before there was one; negative: nothing has ended yet. */
        private double succeeded = -1;

        private long outages;
        private Optional<ProbeStatus.Outage> longest = Optional.empty();

        LaneLog(LaneSeries.Subject subject, String name, ProbeStore.LaneLocation place, Duration period) {
            this.subject = subject;
            this.name = name;
            this.place = place;
            this.period = period;
            this.shortestOutage = Math.max(SHORTEST_OUTAGE, 2 * period.toNanos() / 1e9);
        }

        String name() {
            return name;
        }

        synchronized void add(long atNs, boolean ok) {
            if (count == seen.length) {
                seen = Arrays.copyOf(seen, Math.multiplyExact(count, 2));
            }
            seen[count] = (atNs << 1) | (ok ? 1 : 0);
            count++;
            follow(atNs / 1e9, ok);
        }

        private void follow(double at, boolean ok) {
            if (succeeded < 0) {
                succeeded = at;
            } else if (ok && at > succeeded) {
                ProbeStatus.Outage silence = new ProbeStatus.Outage(succeeded, at);
                if (silence.seconds() >= shortestOutage) {
                    outages++;
                    longest = longest.filter(other -> other.seconds() >= silence.seconds())
                            .or(() -> Optional.of(silence));
                }
                succeeded = at;
            }
        }

        synchronized ProbeStatus.Lane state(double atSecond) {
            boolean silent = succeeded >= 0 && atSecond - succeeded >= shortestOutage;
            return new ProbeStatus.Lane(
                    name, silent ? OptionalDouble.of(succeeded) : OptionalDouble.empty(), outages, longest);
        }

        /** Returns the completions so far, in the order of time. */
        synchronized LaneSeries series() {
            List<Completion> completions = Arrays.stream(seen, 0, count)
                    .sorted()
                    .mapToObj(entry -> new Completion(entry >> 1, (entry & 1) == 1))
                    .toList();
            return new LaneSeries(subject, name, place.zone(), place.node(), period, completions);
        }
    }
}
