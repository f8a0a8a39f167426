package squall.report.html;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import squall.results.history.IsolationRecord;
import squall.results.history.IsolationRecord.CycleStepRecord;
import squall.results.history.IsolationRecord.WitnessRecord;

/** Drawing of cycles of transactions: a circle for each transaction, an arrow for each reason why it must come before the next. */
record CycleDrawings(MarkupWriter html) {
    private static final double WIDTH = 320;
    private static final double HEIGHT = 240;
    private static final double RADIUS = 78;
    private static final double NODE = 24;
    private static final double HEAD = 9;
    private static final double LABEL = 14;

    /** Bend of an arrow outwards, as a share of its length. */
    private static final double BOW = 0.22;

    /** Draws each anomaly that is a cycle. */
    void of(List<IsolationRecord> records) {
        List<WitnessRecord> cycles = records.stream()
                .flatMap(record -> record.oneOfEach().stream())
                .filter(CycleDrawings::isCycle)
                .toList();
        if (cycles.isEmpty()) {
            return;
        }
        html.begin("section", "id", "cycles", "aria-labelledby", "cycles-title")
                .leaf("h2", "Cycles of transactions", "id", "cycles-title")
                .leaf(
                        "p",
                        "An arrow says that a transaction must come before another one: ww, its write was replaced; wr, its write"
                                + " was read; rw, it read what the other one replaced. No serial order has such a cycle.",
                        "class",
                        "muted")
                .begin("div", "class", "cycles");
        cycles.forEach(this::figure);
        html.end().end().line();
    }

    private static boolean isCycle(WitnessRecord witness) {
        List<CycleStepRecord> steps = witness.steps();
        return steps.size() > 1 && steps.getFirst().from() == steps.getLast().to();
    }

    private void figure(WitnessRecord witness) {
        html.begin("figure");
        drawing(witness);
        html.begin("figcaption").leaf("strong", witness.anomaly()).begin("ul");
        witness.steps().forEach(step -> html.leaf("li", step.text()));
        html.end().end().end().line();
    }

    private void drawing(WitnessRecord witness) {
        List<CycleStepRecord> steps = witness.steps();
        List<Point> places = new ArrayList<>();
        for (int at = 0; at < steps.size(); at++) {
            double angle = Math.PI * (2.0 * at / steps.size() - 1);
            places.add(new Point(WIDTH / 2 + 1.3 * RADIUS * Math.cos(angle), HEIGHT / 2 + RADIUS * Math.sin(angle)));
        }
        html.begin(
                "svg",
                "viewBox",
                "0 0 " + number(WIDTH) + " " + number(HEIGHT),
                "role",
                "img",
                "aria-label",
                "cycle of " + steps.size() + " transactions: " + witness.anomaly());
        for (int at = 0; at < steps.size(); at++) {
            arrow(
                    places.get(at),
                    places.get((at + 1) % places.size()),
                    steps.get(at).dependency());
        }
        for (int at = 0; at < steps.size(); at++) {
            Point place = places.get(at);
            html.leaf("circle", "", "cx", number(place.x), "cy", number(place.y), "r", number(NODE));
            label("T" + steps.get(at).from(), place);
        }
        html.end();
    }

    private void arrow(Point from, Point to, String dependency) {
        Point middle = from.towards(to, 0.5);
        // To the left of the arrow, which is the outside of a circle that is gone through clockwise.
        Point bend = new Point(middle.x + (to.y - from.y) * BOW, middle.y - (to.x - from.x) * BOW);
        Point start = from.towards(bend, NODE / from.distance(bend));
        Point end = to.towards(bend, (NODE + HEAD) / to.distance(bend));
        Point tip = to.towards(bend, NODE / to.distance(bend));
        html.leaf("path", "", "d", "M" + start + " Q" + bend + " " + end);
        Point side = new Point((tip.y - end.y) / 2, (end.x - tip.x) / 2);
        html.leaf(
                "polygon",
                "",
                "points",
                tip + " " + new Point(end.x + side.x, end.y + side.y) + " "
                        + new Point(end.x - side.x, end.y - side.y));
        Point top = middle.towards(bend, 0.5);
        label(dependency, top.towards(bend, LABEL / top.distance(bend)));
    }

    private void label(String text, Point place) {
        html.leaf("text", text, "x", number(place.x), "y", number(place.y), "dy", "0.35em", "text-anchor", "middle");
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }

    private record Point(double x, double y) {
        Point towards(Point other, double share) {
            return new Point(x + (other.x - x) * share, y + (other.y - y) * share);
        }

        double distance(Point other) {
            return Math.hypot(other.x - x, other.y - y);
        }

        @Override
        public String toString() {
            return number(x) + "," + number(y);
        }
    }
}
