package squall.report.model;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import squall.cli.Figures;

/** What a run under a scenario says beyond its strikes: expectations of its phases, lanes, impact ratios, definitions. */
final class Scenarios {
    private static final List<String> SPANS = List.of("disturbed", "recovering");

    private final JsonNode adversity;

    private Scenarios(JsonNode adversity) {
        this.adversity = adversity;
    }

    /** Empty for a run without a scenario. */
    static Optional<Scenarios> of(Evidence evidence) {
        return evidence.summary()
                .map(summary -> summary.path("adversity"))
                .filter(JsonNode::isObject)
                .map(Scenarios::new);
    }

    List<Grid> grids() {
        return List.of(Strikes.grid(adversity), lanes(), impact());
    }

    /** The scorecard of its phases. */
    Grid scorecard() {
        return Scorecard.of(adversity);
    }

    /** What each figure means, in the words of those who computed it. */
    Grid definitions() {
        List<List<Cell>> rows = new ArrayList<>();
        for (Map.Entry<String, JsonNode> definition :
                adversity.path("definitions").properties()) {
            rows.add(List.of(
                    Cell.text(definition.getKey()),
                    Cell.text(definition.getValue().asText())));
        }
        return new Grid(
                "definitions",
                "Definitions",
                "",
                List.of(Column.text("figure", "figure", 20), Column.text("meaning", "meaning", 10)),
                rows);
    }

    List<Expectation> expectations() {
        List<Expectation> all = new ArrayList<>();
        for (JsonNode phase : adversity.path("phases")) {
            String name = Strikes.label(phase);
            all.add(new Expectation(name, "it is carried out as planned", carriedOut(phase), reasons(phase)));
            phase.path("expectations").forEach(expected -> all.add(expectation(name, expected)));
        }
        adversity.path("expectations").forEach(expected -> all.add(expectation("scenario", expected)));
        return all;
    }

    List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        adversity
                .path("troubles")
                .forEach(trouble -> warnings.add(trouble.path("text").asText()));
        for (JsonNode phase : adversity.path("phases")) {
            for (JsonNode strike : phase.path("strikes")) {
                if (strike.path("started_degraded").asBoolean()) {
                    warnings.add(strike.path("name").asText()
                            + " began before the run was back at its baseline: its figures carry what came before.");
                }
            }
        }
        return warnings;
    }

    /** The longest time to the baseline after healing; one that was not seen is the longest of all. */
    Optional<Tile> longestRecovery() {
        Optional<Tile> longest = Optional.empty();
        double most = -1;
        for (JsonNode phase : adversity.path("phases")) {
            for (JsonNode strike : phase.path("strikes")) {
                JsonNode back = strike.path("recovery").path("from_healing");
                double seconds = back.has("longer_than_s")
                        ? Double.MAX_VALUE
                        : back.path("after_s").asDouble(-1);
                if (seconds > most) {
                    most = seconds;
                    longest = Optional.of(recovery(strike.path("name").asText(), back));
                }
            }
        }
        return longest;
    }

    private Tile recovery(String strike, JsonNode back) {
        boolean open = back.has("longer_than_s");
        double seconds = back.path(open ? "longer_than_s" : "after_s").asDouble();
        return new Tile(
                "Longest recovery",
                (open ? "> " : "") + Figures.amount(seconds) + " s",
                "after healing of " + strike + "; "
                        + adversity.path("rule").path("text").asText(),
                open ? Tone.BAD : Tone.PLAIN);
    }

    private static Status carriedOut(JsonNode phase) {
        return switch (phase.path("state").asText()) {
            case "passed", "missed", "undecided" -> Status.PASSED;
            case "refused", "not_applicable" -> Status.SKIPPED;
            case "vacuous" -> Status.INVALID;
            default -> Status.FAILED;
        };
    }

    private static String reasons(JsonNode phase) {
        List<String> reasons = new ArrayList<>();
        reasons.add(Strikes.words(phase.path("state")));
        String faults = Strikes.brief(phase);
        if (!faults.isEmpty()) {
            reasons.add(faults);
        }
        phase.path("reasons").forEach(reason -> reasons.add(reason.asText()));
        if (!phase.path("within_noise").isEmpty()) {
            List<String> within = new ArrayList<>();
            phase.path("within_noise").forEach(figure -> within.add(figure.asText()));
            reasons.add("within noise: " + String.join(", ", within));
        }
        return String.join("; ", reasons);
    }

    private static Expectation expectation(String subject, JsonNode json) {
        return new Expectation(
                subject,
                json.path("measure").asText() + " " + json.path("wanted").asText(),
                switch (json.path("verdict").asText()) {
                    case "met" -> Status.PASSED;
                    case "missed" -> Status.FAILED;
                    default -> Status.INVALID;
                },
                json.path("found").asText());
    }

    private Grid lanes() {
        List<List<Cell>> rows = new ArrayList<>();
        for (JsonNode phase : adversity.path("phases")) {
            for (JsonNode strike : phase.path("strikes")) {
                strike.path("lanes").path("each").forEach(lane -> rows.add(lane(strike, lane)));
            }
        }
        return new Grid(
                "lanes",
                "Lanes",
                "A lane asks for one row on a known node, on a connection of its own. Away: the longest time between two successes, less its period.",
                List.of(
                        Column.text("lane", "lane", 99),
                        Column.text("strike", "strike", 20),
                        Column.text("node", "node", 15),
                        Column.text("zone", "zone", 10),
                        Column.number("unavailable_s", "away s", 18),
                        Column.number("first_success_s", "first success s", 12)),
                rows);
    }

    private static List<Cell> lane(JsonNode strike, JsonNode lane) {
        Cell away = number(lane.path("unavailable_s"));
        return List.of(
                Cell.text(lane.path("name").asText()),
                Cell.text(strike.path("name").asText()),
                Cell.text(lane.path("node").asText()),
                Cell.text(lane.path("zone").asText()),
                lane.path("at_least").asBoolean() ? new Cell("≥ " + away.text(), away.value(), Tone.BAD, "") : away,
                number(lane.path("first_success_s")));
    }

    private Grid impact() {
        List<List<Cell>> rows = new ArrayList<>();
        for (JsonNode phase : adversity.path("phases")) {
            for (JsonNode strike : phase.path("strikes")) {
                for (String span : SPANS) {
                    strike.path("impact").path(span).forEach(ratios -> rows.add(ratios(strike, span, ratios)));
                }
            }
        }
        return new Grid(
                "impact",
                "Impact ratios",
                "As CockroachDB's perturbation tests score: above 1 is worse than the baseline.",
                List.of(
                        Column.text("strike", "strike", 99),
                        Column.text("window", "window", 20),
                        Column.text("operation", "operation", 20),
                        Column.number("tput_ratio", "throughput", 18),
                        Column.number("p50_ratio", "p50", 12),
                        Column.number("p99_ratio", "p99", 16),
                        Column.number("seconds", "seconds", 10)),
                rows);
    }

    private static List<Cell> ratios(JsonNode strike, String span, JsonNode ratios) {
        return List.of(
                Cell.text(strike.path("name").asText()),
                Cell.text(span),
                Cell.text(ratios.path("operation").asText()),
                number(ratios.path("tput_ratio")),
                number(ratios.path("p50_ratio")),
                number(ratios.path("p99_ratio")),
                number(ratios.path("seconds")));
    }

    private static Cell number(JsonNode number) {
        return Cell.amount(number.isNumber() ? OptionalDouble.of(number.asDouble()) : OptionalDouble.empty());
    }
}
