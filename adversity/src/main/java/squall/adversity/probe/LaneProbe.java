package squall.adversity.probe;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import squall.adversity.probe.ground.Ground;
import squall.adversity.probe.ground.Hand;
import squall.adversity.probe.ground.Place;
import squall.measure.recovery.LaneSeries;
import squall.scenario.Probes.Lanes;
import squall.spi.Outcome;
import squall.spi.Turn;

/** Reads and writes one key for each node at a fixed period: who has no answer, and for how long. */
final class LaneProbe {
    /** So many operations of a lane can be without an answer at once; with more outstanding than that, some are given up. */
    private static final int WIDEST = 3;

    private final Ground ground;
    private final Lanes lanes;
    private final List<LaneLog> logs = new ArrayList<>();
    private final List<Place> places = new ArrayList<>();

    /** @param ground whose sessions give an answer up when it no longer counts */
    LaneProbe(Ground ground, Lanes lanes) {
        this.ground = ground;
        this.lanes = lanes;
    }

    /** Finds out where the lanes lead to, and puts there what they need. */
    void seed() throws IOException, InterruptedException {
        places.addAll(ground.places(lanes.perNode()));
        ground.seedRegisters(places.stream().map(Place::key).toList());
    }

    List<Beat> beats() {
        List<Beat> beats = new ArrayList<>();
        for (Place place : places) {
            AtomicLong version = new AtomicLong();
            beats.addAll(
                    lane(place, "write", (hand, turn) -> hand.raise(place.key(), version.incrementAndGet(), turn)));
            beats.addAll(lane(place, "read", (hand, turn) -> hand.read(place.key(), turn)));
        }
        return beats;
    }

    /** As they stand. */
    List<LaneSeries> series() {
        return logs.stream().map(LaneLog::series).toList();
    }

    /** Where each lane leads to, one line each. */
    List<String> placements() {
        return places.stream().map(place -> place.name() + ": " + place.how()).toList();
    }

    private interface Question {
        Outcome ask(Hand hand, Turn turn) throws InterruptedException;
    }

    private List<Beat> lane(Place place, String what, Question question) {
        Duration period = Duration.ofNanos(Math.round(1e9 / lanes.perSecond()));
        LaneLog log = new LaneLog(place.name() + " " + what, place, period);
        logs.add(log);
        int width =
                Math.clamp((long) Math.ceil(lanes.perSecond() * lanes.timeout().toNanos() / 1e9), 1, WIDEST);
        List<Beat> beats = new ArrayList<>();
        for (int number = 0; number < width; number++) {
            beats.add(new Beat(
                    "lane " + place.name() + " " + what + " " + number,
                    Beat.Rhythm.shared(lanes.perSecond(), number, width, lanes.timeout()),
                    new LaneStroke(ground.hand(place.session()), question, log)));
        }
        return beats;
    }

    /** One operation of a lane. */
    private final class LaneStroke implements Beat.Stroke {
        private final Hand hand;
        private final Question question;
        private final LaneLog log;

        LaneStroke(Hand hand, Question question, LaneLog log) {
            this.hand = hand;
            this.question = question;
            this.log = log;
        }

        @Override
        public void perform(Turn turn) throws InterruptedException {
            boolean ok = question.ask(hand, turn) instanceof Outcome.Ok;
            long nowNs = turn.nowNs();
            boolean inTime = nowNs - turn.dueNs() <= lanes.timeout().toNanos();
            if (!ok && inTime && turn.stopping()) {
                return; // cut short by our own end: it had time left to be answered
            }
            log.add(nowNs, ok && inTime);
        }

        @Override
        public void missed(long dueNs) {
            log.add(dueNs + lanes.timeout().toNanos(), false);
        }

        @Override
        public void abort() {
            hand.abort();
        }

        @Override
        public void close() {
            hand.close();
        }
    }
}
