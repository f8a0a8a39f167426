package squall.report.model;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import squall.cli.ExitCode;
import squall.cli.Figures;
import squall.results.RunState;
import squall.run.ClientHealth;

/** What was wanted of a run and what came of it: its end, its client, its data, every reason not to end with 0. */
final class Judgements {
    private static final String RUN = "run";
    static final String DATA = "data";

    private Judgements() {}

    static Verdict verdict(Evidence evidence) {
        Optional<JsonNode> summary = evidence.summary();
        if (summary.isEmpty()) {
            return evidence.run().state() == RunState.RUNNING
                    ? new Verdict(Status.RUNNING, "under way", OptionalInt.empty(), List.of())
                    : new Verdict(Status.FAILED, "did not come to its end", OptionalInt.empty(), List.of());
        }
        int code = summary.get().path("exit_code").asInt();
        List<String> reasons = new ArrayList<>();
        summary.get()
                .path("exit_codes")
                .forEach(reason -> reasons.add("exit " + reason.path("code").asInt() + ": "
                        + reason.path("reason").asText()));
        return new Verdict(
                status(code), code == 0 ? "nothing to complain of" : "exit " + code, OptionalInt.of(code), reasons);
    }

    private static Status status(int code) {
        return code == ExitCode.OK.code()
                ? Status.PASSED
                : code == ExitCode.INVALID.code() ? Status.INVALID : Status.FAILED;
    }

    static List<Expectation> expectations(Evidence evidence) {
        List<Expectation> all = new ArrayList<>(List.of(end(evidence)));
        evidence.summary().ifPresent(summary -> {
            if (summary.has("client")) {
                all.add(client(summary.path("client")));
            }
            summary.path("exit_codes").forEach(reason -> reason(reason).ifPresent(all::add));
            summary.path("checks").forEach(check -> all.add(check(check)));
        });
        Scenarios.of(evidence).ifPresent(scenario -> all.addAll(scenario.expectations()));
        return all;
    }

    private static Expectation end(Evidence evidence) {
        JsonNode ending = evidence.summary()
                .map(s -> s.path("ending"))
                .orElse(evidence.manifest().path("ending"));
        String kind = ending.path("kind").asText(evidence.run().state().label());
        String length = Figures.length(Duration.ofMillis((long) (1000 * evidence.elapsedSeconds())));
        Status status = kind.equals("complete")
                ? Status.PASSED
                : evidence.run().state() == RunState.RUNNING ? Status.RUNNING : Status.FAILED;
        return new Expectation(
                RUN,
                "the run comes to its planned end",
                status,
                (kind + " after " + length + " " + ending.path("reason").asText()).strip());
    }

    private static Expectation client(JsonNode client) {
        boolean overloaded = client.path("overloaded").asBoolean();
        return new Expectation(
                RUN,
                "the client keeps up: p99 of its own delay at most "
                        + Figures.milliseconds(ClientHealth.MOST_OWN_LAG_NS / 1000) + " ms, garbage collection at most "
                        + Figures.percent(ClientHealth.MOST_GC_SHARE) + " of a window",
                overloaded ? Status.INVALID : Status.PASSED,
                "own delay p99 " + Figures.amount(client.path("own_lag_p99_ms").asDouble()) + " ms, garbage collection "
                        + Figures.percent(client.path("gc_share").asDouble()));
    }

    /** Those that no other line tells of already. */
    private static Optional<Expectation> reason(JsonNode reason) {
        int code = reason.path("code").asInt();
        return code == ExitCode.DATA.code()
                ? Optional.empty()
                : Optional.of(new Expectation(
                        RUN,
                        "no exit " + code + ": " + ExitCode.of(code).meaning(),
                        status(code),
                        reason.path("reason").asText()));
    }

    private static Expectation check(JsonNode check) {
        return new Expectation(
                DATA,
                check.path("name").asText(),
                switch (check.path("verdict").asText().toUpperCase(Locale.ROOT)) {
                    case "PASSED" -> Status.PASSED;
                    case "SKIPPED" -> Status.SKIPPED;
                    case "UNDECIDED" -> Status.INVALID;
                    default -> Status.FAILED;
                },
                check.path("detail").asText());
    }

    /** Whether every check of the data that looked at something passed; skipped if none did, empty if there was none. */
    static Optional<Status> data(List<Expectation> expectations) {
        List<Status> checks = expectations.stream()
                .filter(e -> e.subject().equals(DATA))
                .map(Expectation::status)
                .toList();
        // The worst first; one that passed says more than one that had nothing to look at.
        return Stream.of(Status.FAILED, Status.INVALID, Status.PASSED, Status.SKIPPED)
                .filter(checks::contains)
                .findFirst();
    }

    static Grid grid(List<Expectation> expectations) {
        return new Grid(
                "expectations",
                "Expectations and data check",
                "",
                List.of(
                        Column.text("wanted", "wanted", 20),
                        Column.text("of", "of", 5),
                        Column.text("verdict", "verdict", 30),
                        Column.text("observed", "observed", 10)),
                expectations.stream().map(Judgements::row).toList());
    }

    private static List<Cell> row(Expectation expectation) {
        return List.of(
                Cell.text(expectation.wanted()),
                Cell.text(expectation.subject()),
                Cell.status(expectation.status()),
                Cell.text(expectation.observed()));
    }
}
