package squall.report.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SequencedMap;
import java.util.stream.Stream;
import squall.cli.Figures;
import squall.measure.Window;
import squall.measure.server.ServerFigures;
import squall.report.model.Evidence;
import squall.report.model.Strikes;
import squall.report.model.WindowFigures;
import squall.report.reference.Cell;
import squall.report.table.AdversityPhases.Configuration;

/** Lays what the report's model knows of the windows of a run beside what its summary says of the strikes in them. */
final class PhaseReading {
    private static final JsonNode NO_STRIKE = MissingNode.getInstance();

    private final NamedRun run;
    private final JsonNode adversity;
    private final Evidence evidence;

    /** @param adversity the member of the run's summary */
    PhaseReading(NamedRun run, JsonNode adversity) throws IOException {
        this.run = run;
        this.adversity = adversity;
        this.evidence = Evidence.read(run.run());
    }

    Configuration configuration() {
        SequencedMap<String, List<Cell>> rows = new LinkedHashMap<>();
        evidence.baseline()
                .ifPresent(window ->
                        rows.put(window.window().name(), row(Optional.of(window), NO_STRIKE, Cell.NOT_STATED)));
        for (JsonNode phase : adversity.path("phases")) {
            Cell verdict = new Cell.Words(phase.path("state").asText().replace('_', ' '));
            if (phase.path("strikes").isEmpty()) {
                rows.put(phase.path("name").asText(), row(Optional.empty(), NO_STRIKE, verdict));
            }
            for (JsonNode strike : phase.path("strikes")) {
                String name = strike.path("name").asText();
                rows.put(name, row(disturbed(name), strike, verdict));
            }
        }
        return new Configuration(
                run.label(), adversity.path("rule").path("text").asText(), rows);
    }

    /** What was measured while the strike of this name was on; empty if nothing was injected. */
    private Optional<WindowFigures> disturbed(String strike) {
        return evidence.all().stream()
                .filter(figures -> figures.window().kind() == Window.Kind.DISTURBED
                        && figures.window().name().equals(strike))
                .findFirst();
    }

    private List<Cell> row(Optional<WindowFigures> window, JsonNode strike, Cell verdict) {
        return window.map(figures -> measured(figures, strike, verdict))
                .orElseGet(() -> AdversityPhases.without(fault(strike), verdict));
    }

    private List<Cell> measured(WindowFigures window, JsonNode strike, Cell verdict) {
        List<Cell> cells = new ArrayList<>(List.of(fault(strike)));
        cells.addAll(throughput(window));
        for (double percentile : new double[] {50, 90, 95, 99, 99.9}) {
            cells.add(percentile(window, percentile));
        }
        cells.add(
                window.worstP95().isEmpty()
                        ? Cell.NOT_STATED
                        : Cell.amount(window.worstP95().getAsInt() / 1e3));
        cells.add(number(strike.path("spike_s")));
        cells.add(percentile(window, 100));
        cells.add(Cell.amount(100 * window.failedShare()));
        cells.addAll(cost(strike));
        cells.addAll(server(window));
        cells.add(verdict);
        return List.copyOf(cells);
    }

    private List<Cell> throughput(WindowFigures window) {
        boolean compared =
                evidence.baseline().filter(base -> !base.equals(window)).isPresent();
        return List.of(
                tpmC(window),
                Cell.amount(window.okPerSecond()),
                compared ? Cell.rounded(window.percentAbove(evidence.baseline().orElseThrow()), 1) : Cell.NOT_STATED,
                window.lowestSecond().isEmpty()
                        ? Cell.NOT_STATED
                        : Cell.count(window.lowestSecond().getAsInt()));
    }

    /** Of TPC-C only. */
    private Cell tpmC(WindowFigures window) {
        return evidence.series().whole().stream()
                .filter(line -> line.operation().equals(TpccRun.NEW_ORDER))
                .findFirst()
                .map(line -> Cell.amount(60 * window.perSecond(window.sum(line.completed()))))
                .orElse(Cell.NOT_STATED);
    }

    private static Cell percentile(WindowFigures window, double percentile) {
        return window.latency().getTotalCount() == 0
                ? Cell.NOT_STATED
                : Cell.amount(window.latency().getValueAtPercentile(percentile) / 1e3);
    }

    private static List<Cell> cost(JsonNode strike) {
        JsonNode recovery = strike.path("recovery");
        JsonNode lost = strike.path("lost_goodput");
        Cell seconds = number(lost.path("seconds_of_baseline"));
        return List.of(
                detected(strike),
                back(recovery.path("from_injection")),
                back(recovery.path("from_healing")),
                lost.path("at_least").asBoolean() ? atLeast(lost.path("seconds_of_baseline")) : seconds);
    }

    /** A strike that nobody noticed has no second in which it was. */
    private static Cell detected(JsonNode strike) {
        boolean unseen = strike.has("outage_s") && !strike.has("detected_after_s");
        return unseen ? new Cell.Words("no impact seen") : number(strike.path("detected_after_s"));
    }

    private static Cell back(JsonNode recovery) {
        if (recovery.has("longer_than_s")) {
            return atLeast(recovery.path("longer_than_s"));
        }
        int relapses = recovery.path("relapses").asInt();
        return number(recovery.path("after_s")) instanceof Cell.Figure(BigDecimal value, String text)
                ? new Cell.Figure(value, relapses == 0 ? text : text + " +" + Figures.counted(relapses, "relapse"))
                : Cell.NOT_STATED;
    }

    private static Cell atLeast(JsonNode seconds) {
        return new Cell.Span(seconds.decimalValue().round(Cell.WORTH_KEEPING).stripTrailingZeros(), Optional.empty());
    }

    private static Cell number(JsonNode number) {
        return number.isNumber() ? Cell.amount(number.asDouble()) : Cell.NOT_STATED;
    }

    private List<Cell> server(WindowFigures window) {
        ServerFigures figures = ServerFigures.of(evidence.readings(), window.window());
        return Stream.of(figures.queriesPerSecond(), figures.queryP95Ms(), figures.cpuCores())
                .map(PhaseReading::told)
                .toList();
    }

    private static Cell told(OptionalDouble figure) {
        return figure.isPresent() ? Cell.amount(figure.getAsDouble()) : Cell.NOT_APPLICABLE;
    }

    private static Cell fault(JsonNode strike) {
        String faults = Strikes.struck(strike);
        return faults.isEmpty() ? Cell.NOT_STATED : new Cell.Words(faults);
    }
}
