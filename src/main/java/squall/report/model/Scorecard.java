package squall.report.model;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import java.util.stream.StreamSupport;
import squall.cli.Figures;

/** The table that a report of a run under a scenario begins with: a row for each phase; from the summary's member {@code adversity}. */
public final class Scorecard {
    /** Its name in files and addresses. */
    public static final String ID = "scorecard";

    /** The column with the faults and their targets. */
    public static final String FAULT = "fault";

    /** The columns with the time back. */
    public static final String BACK_FROM_INJECTION = "back_from_injection_s";

    public static final String BACK_FROM_HEALING = "back_from_healing_s";

    public static final String AVAILABILITY = "availability_percent";
    public static final String LOST_WRITES = "lost_writes";
    private static final String NO_FAULT = "no fault";
    private static final List<Column> COLUMNS = List.of(
            Column.text("phase", "phase", 99),
            Column.text(FAULT, "fault and target", 5),
            Column.number("goodput_share", "goodput ×", 10),
            Column.number("p99_times", "p99 ×", 9),
            Column.number(AVAILABILITY, "available %", 11),
            Column.number("outage_s", "outage s", 14),
            Column.number(BACK_FROM_INJECTION, "back after injection s", 8),
            Column.number(BACK_FROM_HEALING, "back after healing s", 12),
            Column.number(LOST_WRITES, "lost writes", 15),
            Column.text("verdict", "verdict", 90));

    private Scorecard() {}

    /** @param adversity the member of {@code summary.json} */
    public static Grid of(JsonNode adversity) {
        List<List<Cell>> rows = new ArrayList<>();
        adversity.path("phases").forEach(phase -> rows.add(row(phase)));
        return new Grid(ID, "Scorecard", note(adversity), COLUMNS, rows);
    }

    private static String note(JsonNode adversity) {
        JsonNode baseline = adversity.path("baseline");
        String compared = baseline.isMissingNode()
                ? ""
                : "Baseline: " + Figures.amount(baseline.path("goodput_per_s").asDouble()) + " ok/s, p99 "
                        + Figures.amount(baseline.path("p99_ms").asDouble()) + " ms. ";
        String rule = adversity.path("rule").path("text").asText();
        return compared + (rule.isEmpty() ? "" : "Back: " + rule + "; > means not seen. ")
                + "Available: answered within 1 s. Outage: seconds with less than half available. Lost writes: acknowledged,"
                + " but missing at the end. Of several injections the worst counts.";
    }

    private static List<Cell> row(JsonNode phase) {
        List<JsonNode> strikes =
                StreamSupport.stream(phase.path("strikes").spliterator(), false).toList();
        String fault = Strikes.brief(phase);
        return List.of(
                Cell.text(phase.path("name").asText()).linked(place(strikes)),
                Cell.text(fault.isEmpty() ? NO_FAULT : fault),
                goodput(figures(strikes, "goodput_share").min()),
                p99(figures(strikes, "p99_times").max()),
                availability(figures(strikes, "availability").min()),
                outage(figures(strikes, "outage_s").max()),
                back(strikes, "from_injection"),
                back(strikes, "from_healing"),
                lost(phase.path("lost_writes")),
                verdict(phase.path("state").asText()));
    }

    private static DoubleStream figures(List<JsonNode> strikes, String name) {
        return strikes.stream()
                .map(strike -> strike.path(name))
                .filter(JsonNode::isNumber)
                .mapToDouble(JsonNode::asDouble);
    }

    private static String place(List<JsonNode> strikes) {
        long from = (long) figures(strikes, "injected_s").min().orElse(-1);
        long to = (long) figures(strikes, "watched_until_s").max().orElse((double) from);
        return from < 0 ? "" : "#t=" + Math.max(0, from - 15) + "-" + (to + 5);
    }

    private static Cell goodput(OptionalDouble share) {
        return share.isEmpty() ? Cell.none() : Cell.amount(share).in(Shade.low(share.getAsDouble(), 1));
    }

    private static Cell p99(OptionalDouble times) {
        return times.isEmpty() ? Cell.none() : Cell.amount(times).in(Shade.high(times.getAsDouble(), 1));
    }

    private static Cell availability(OptionalDouble share) {
        if (share.isEmpty()) {
            return Cell.none();
        }
        double value = share.getAsDouble();
        return Cell.percent(value)
                .in(value < 0.9 ? Tone.HOT : value < 0.99 ? Tone.WARM : value < 0.999 ? Tone.MILD : Tone.PLAIN);
    }

    private static Cell outage(OptionalDouble seconds) {
        return seconds.isEmpty()
                ? Cell.none()
                : Cell.count((long) seconds.getAsDouble()).in(seconds.getAsDouble() > 0 ? Tone.HOT : Tone.PLAIN);
    }

    /** What was not seen to end is worse than whatever was. */
    private static Cell back(List<JsonNode> strikes, String from) {
        Comparator<JsonNode> bySeconds = Comparator.comparingDouble(recovery ->
                recovery.path("longer_than_s").asDouble(recovery.path("after_s").asDouble()));
        return strikes.stream()
                .map(strike -> strike.path("recovery").path(from))
                .filter(recovery -> !recovery.isMissingNode())
                .max(Comparator.<JsonNode, Boolean>comparing(recovery -> recovery.has("longer_than_s"))
                        .thenComparing(bySeconds))
                .map(Scorecard::back)
                .orElse(Cell.none());
    }

    /** Whole seconds: the rule goes from second to second. A lower bound is no number. */
    private static Cell back(JsonNode recovery) {
        if (recovery.has("longer_than_s")) {
            return Cell.text("> " + Figures.count(recovery.path("longer_than_s").asLong()))
                    .in(Tone.BAD);
        }
        Cell seconds = Cell.count(recovery.path("after_s").asLong());
        int relapses = recovery.path("relapses").asInt();
        return relapses == 0
                ? seconds
                : new Cell(
                        seconds.text() + ", " + Figures.counted(relapses, "relapse"), seconds.value(), Tone.PLAIN, "");
    }

    private static Cell lost(JsonNode writes) {
        return writes.isNumber()
                ? Cell.count(writes.asLong()).in(writes.asLong() > 0 ? Tone.HOT : Tone.PLAIN)
                : Cell.none();
    }

    private static Cell verdict(String state) {
        return switch (state) {
            case "passed" -> Cell.status(Status.PASSED);
            case "missed" -> judged(Status.FAILED, "missed");
            case "unfinished" -> judged(Status.FAILED, "unfinished");
            case "cut" -> judged(Status.FAILED, "cut short");
            case "vacuous" -> judged(Status.INVALID, "vacuous");
            case "undecided" -> judged(Status.INVALID, "undecided");
            case "refused" -> judged(Status.INVALID, "refused");
            default -> judged(Status.SKIPPED, "N/A");
        };
    }

    private static Cell judged(Status status, String word) {
        String sign = status.shown().substring(0, status.shown().indexOf(' '));
        return Cell.text(sign + " " + word).in(status.tone());
    }

    /** How many phases passed, and how many were tried: those that this cluster has no means for are not. */
    static String passed(JsonNode adversity) {
        List<String> states = StreamSupport.stream(adversity.path("phases").spliterator(), false)
                .map(phase -> phase.path("state").asText())
                .filter(state -> !state.equals("not_applicable"))
                .toList();
        long passed = states.stream().filter("passed"::equals).count();
        return passed + " of " + Figures.counted(states.size(), "phase") + " passed";
    }
}
