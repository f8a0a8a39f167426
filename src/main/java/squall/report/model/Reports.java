package squall.report.model;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import squall.cli.Figures;
import squall.report.chart.Curve;
import squall.results.RecordedRun;

/** Makes the report of a run. */
public final class Reports {
    private Reports() {}

    /** @throws IOException if a file of the run is damaged; the message names it */
    public static Report of(RecordedRun run) throws IOException {
        return of(Evidence.read(run));
    }

    public static Report of(Evidence evidence) {
        List<Expectation> expectations = Judgements.expectations(evidence);
        List<Injection> injections = Injections.of(evidence.events());
        return new Report(
                evidence,
                injections.isEmpty() && Scenarios.of(evidence).isEmpty()
                        ? evidence.manifest().path("workload").asText()
                        : "Performance under adversity",
                subtitle(evidence),
                Judgements.verdict(evidence),
                Warnings.of(evidence, injections),
                Tiles.of(evidence, expectations),
                grids(evidence, expectations, injections),
                expectations,
                injections,
                curves(evidence),
                Conditions.command(evidence.manifest()));
    }

    private static List<Grid> grids(Evidence evidence, List<Expectation> expectations, List<Injection> injections) {
        List<Grid> grids = new ArrayList<>();
        Optional<Scenarios> scenario = Scenarios.of(evidence);
        scenario.ifPresent(told -> grids.add(told.scorecard()));
        grids.add(Phases.of(evidence));
        scenario.ifPresent(told -> grids.addAll(told.grids()));
        grids.add(Injections.grid(injections));
        grids.add(Operations.of(evidence));
        grids.add(Conditions.figures(evidence));
        grids.addAll(Servers.grids(evidence));
        grids.add(Errors.of(evidence));
        grids.add(Judgements.grid(expectations));
        scenario.ifPresent(told -> grids.add(told.definitions()));
        grids.addAll(Conditions.grids(evidence));
        return grids.stream().flatMap(grid -> grid.ifAny().stream()).toList();
    }

    private static List<Curve> curves(Evidence evidence) {
        return evidence.all().stream()
                .filter(window -> window.latency().getTotalCount() > 0)
                .map(window -> Curve.of(window.window(), window.latency()))
                .toList();
    }

    private static String subtitle(Evidence evidence) {
        JsonNode manifest = evidence.manifest();
        int nodes = manifest.path("db").path("nodes").size();
        return Stream.of(
                        database(manifest.path("db")),
                        manifest.path("workload").asText(),
                        Figures.counted(nodes, "node"),
                        manifest.path("run_id").asText(),
                        Figures.length(Duration.ofMillis((long) (evidence.elapsedSeconds() * 1000))))
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(" · "));
    }

    /** Some databases tell their name with their version, and how they were compiled. */
    private static String database(JsonNode db) {
        String product = db.path("product").asText();
        String version = db.path("version").asText().replaceFirst("(,| on | \\().*", "");
        return version.toLowerCase(Locale.ROOT).contains(product.toLowerCase(Locale.ROOT))
                ? version
                : (product + " " + version).strip();
    }
}
