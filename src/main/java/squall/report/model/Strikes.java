package squall.report.model;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import squall.cli.Figures;
import squall.run.conduct.FaultText;

/** What each strike of a scenario cost and how long it took until things were normal again; from the summary's member {@code adversity}. */
public final class Strikes {
    private static final List<Column> COLUMNS = List.of(
            Column.text("strike", "strike", 99),
            Column.text("fault", "fault", 4),
            Column.text("in_effect", "in effect", 14),
            Column.number("goodput_share", "goodput ×", 16),
            Column.number("p99_times", "p99 ×", 15),
            Column.number("availability_percent", "available %", 17),
            Column.number("detected_after_s", "seen after s", 8),
            Column.number("outage_s", "outage s", 13),
            Column.number("degraded_s", "degraded s", 9),
            Column.number("from_injection_s", "back after injection s", 11),
            Column.number("from_healing_s", "back after healing s", 18),
            Column.text("ladder", "80 / 90 / 95 / 98 / 99 % of goodput after", 3),
            Column.number("lost_operations", "lost ops", 10),
            Column.number("lost_baseline_s", "lost s of baseline", 7),
            Column.number("noise_operations", "noise ops", 2),
            Column.number("worst_goodput", "worst second ok", 6),
            Column.number("worst_p95_ms", "worst p95 ms", 5));

    private Strikes() {}

    static Grid grid(JsonNode adversity) {
        List<List<Cell>> rows = new ArrayList<>();
        for (JsonNode phase : adversity.path("phases")) {
            phase.path("strikes").forEach(strike -> rows.add(row(strike)));
        }
        return new Grid("recovery", "What each fault cost, and recovery", note(adversity), COLUMNS, rows);
    }

    /** The rule stands beside its numbers, and so does what they are compared with. */
    private static String note(JsonNode adversity) {
        JsonNode baseline = adversity.path("baseline");
        String rule = adversity.path("rule").path("text").asText();
        String compared = baseline.isMissingNode()
                ? ""
                : " Baseline: " + Figures.amount(baseline.path("goodput_per_s").asDouble()) + " ok/s, p95 "
                        + Figures.amount(baseline.path("p95_ms").asDouble()) + " ms, p99 "
                        + Figures.amount(baseline.path("p99_ms").asDouble()) + " ms, seconds "
                        + baseline.path("from_s").asText() + " to "
                        + baseline.path("to_s").asText() + ".";
        return (rule.isEmpty() ? "" : "Back at the baseline: " + rule + ".") + compared
                + " > means not seen to be back when watching ended: a lower bound. Noise: what an equal part of the baseline loses without any fault.";
    }

    private static List<Cell> row(JsonNode strike) {
        JsonNode recovery = strike.path("recovery");
        return List.of(
                Cell.text(strike.path("name").asText()).linked(place(strike)),
                Cell.text(struck(strike)),
                Cell.text(injections(strike, injection -> words(injection.path("fate")))),
                amount(strike.path("goodput_share")),
                amount(strike.path("p99_times")),
                share(strike.path("availability")),
                detected(strike),
                count(strike.path("outage_s")),
                count(strike.path("degraded_s")),
                back(recovery.path("from_injection")),
                back(recovery.path("from_healing")),
                Cell.text(ladder(recovery.path("ladder"))),
                atLeast(strike.path("lost_goodput"), "operations"),
                atLeast(strike.path("lost_goodput"), "seconds_of_baseline"),
                amount(strike.path("lost_goodput").path("noise_operations")),
                amount(strike.path("worst").path("goodput")),
                amount(strike.path("worst").path("p95_ms")));
    }

    private static String place(JsonNode strike) {
        if (!strike.has("injected_s")) {
            return "";
        }
        long from = strike.path("injected_s").asLong();
        return "#t=" + Math.max(0, from - 15) + "-"
                + (strike.path("watched_until_s").asLong(from) + 5);
    }

    /** Each fault of a strike and whom it hit, in words; empty if there was none. */
    public static String struck(JsonNode strike) {
        return injections(strike, Strikes::blow);
    }

    private static String injections(JsonNode strike, Function<JsonNode, String> of) {
        return StreamSupport.stream(strike.path("injections").spliterator(), false)
                .map(of)
                .distinct()
                .collect(Collectors.joining(" + "));
    }

    /** A fault and its target, as an event or an injection tells them. */
    public static String blow(JsonNode json) {
        return text(json).text();
    }

    private static FaultText text(JsonNode json) {
        return new FaultText(json.path("fault").asText(), json.path("target").asText());
    }

    /** Every fault of a phase and its targets, in one line. */
    static String brief(JsonNode phase) {
        return FaultText.brief(faults(phase));
    }

    /** The name of a phase, with the fault that stood in for another one. */
    static String label(JsonNode phase) {
        return FaultText.label(
                phase.path("name").asText(),
                faults(phase).stream().map(FaultText::fault).toList());
    }

    private static List<FaultText> faults(JsonNode phase) {
        List<FaultText> faults = new ArrayList<>();
        phase.path("strikes")
                .forEach(strike -> strike.path("injections").forEach(injection -> faults.add(text(injection))));
        return faults;
    }

    static String words(JsonNode label) {
        return label.asText().replace('_', ' ');
    }

    private static Cell detected(JsonNode strike) {
        if (!strike.has("outage_s")) {
            return Cell.none();
        }
        JsonNode after = strike.path("detected_after_s");
        return after.isNumber() ? Cell.amount(after.asDouble()) : Cell.text("no impact seen");
    }

    /** A lower bound is no number. */
    private static Cell back(JsonNode recovery) {
        Optional<OptionalDouble> after = after(recovery);
        if (after.isEmpty()) {
            return Cell.none();
        }
        int relapses = recovery.path("relapses").asInt();
        return after.get().isPresent()
                ? new Cell(
                        Figures.amount(after.get().getAsDouble())
                                + (relapses == 0 ? "" : ", " + Figures.counted(relapses, "relapse")),
                        after.get(),
                        Tone.PLAIN,
                        "")
                : Cell.text("> " + Figures.amount(recovery.path("longer_than_s").asDouble()))
                        .in(Tone.BAD);
    }

    /** Empty: not measured; an empty number: not seen. */
    private static Optional<OptionalDouble> after(JsonNode recovery) {
        return recovery.isMissingNode()
                ? Optional.empty()
                : Optional.of(
                        recovery.path("after_s").isNumber()
                                ? OptionalDouble.of(recovery.path("after_s").asDouble())
                                : OptionalDouble.empty());
    }

    private static String ladder(JsonNode ladder) {
        return List.of("80", "90", "95", "98", "99").stream()
                .map(share -> ladder.path(share + "_percent"))
                .map(rung -> rung.isMissingNode() ? "n/a" : back(rung).text())
                .collect(Collectors.joining(" / "));
    }

    private static Cell atLeast(JsonNode lost, String member) {
        Cell cell = amount(lost.path(member));
        return lost.path("at_least").asBoolean() ? new Cell("≥ " + cell.text(), cell.value(), cell.tone(), "") : cell;
    }

    private static Cell amount(JsonNode number) {
        return number.isNumber() ? Cell.amount(number.asDouble()) : Cell.none();
    }

    private static Cell count(JsonNode number) {
        return number.isNumber() ? Cell.count(number.asLong()) : Cell.none();
    }

    private static Cell share(JsonNode share) {
        return share.isNumber() ? Cell.percent(share.asDouble()) : Cell.none();
    }
}
