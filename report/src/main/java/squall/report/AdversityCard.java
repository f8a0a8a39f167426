package squall.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import squall.check.isolation.OnlineIsolationResult;
import squall.report.AdversityScore.PhaseScore;
import squall.report.table.NamedRun;
import squall.results.RecordedConfig;
import squall.results.RunSummary;
import squall.results.history.IsolationRecord;
import squall.scenario.Scenario;
import squall.scenario.yaml.ScenarioReader;
import squall.scenario.yaml.ScenarioSource;
import squall.table.Table;
import squall.table.Table.TableField;
import squall.table.TableCell;
import squall.table.TableCell.CellTone;
import squall.verdict.AdversitySummary;
import squall.verdict.AdversitySummary.TimeBack;
import squall.verdict.PhaseState;

/** Comparison of runs under one scenario, side by side: each phase, the score, and the eight dimensions of ResBench. */
public final class AdversityCard {
    /** Title of a page with the card. */
    public static final String TITLE = "Adversity card";

    private static final String SCENARIO = "scenario.yaml";
    private static final List<String> NOTES = List.of(
            "kept: goodput from injection until healed, or until the baseline was back if that was later"
                    + " (disturbed_s), as a share of the baseline's. unavailable_s: seconds with less than half of the"
                    + " operations answered within 1 s.",
            "Of several injection groups of a phase kept and available are weighted by their disturbed time; p99 x"
                    + " and recovery are the worst, unavailable_s is the sum.");
    private static final TableCell NOT_MEASURED =
            TableCell.notApplicable("the phases that count have no such dimension");

    private static final TableCell OVERLOADED =
            TableCell.notApplicable("the client of the run was overloaded, so its figures are not the database's");
    private static final String NO_PHASE = "no phase counts in all of the runs";
    private static final String NO_OWN_PHASE = "no phase of the run counts";

    /**
     * Run with its name.
     *
     * @param overloaded whether its client was: then not even its baseline counts
     * @param isolation that was seen, if it was judged
     */
    private record Entry(
            String name,
            Scenario scenario,
            AdversityScore score,
            boolean overloaded,
            Optional<IsolationRecord> isolation) {
        /** Returns whether any phase of it counts. */
        boolean counts() {
            return !score.measured().isEmpty();
        }
    }

    /** Phase of one run. */
    private record ScoredPhase(String run, PhaseScore score) {
        List<AdversityScore.GroupScore> groups() {
            return score.groups();
        }
    }

    private static final List<TableField<ScoredPhase>> PHASE_FIELDS = List.of(
            TableField.words("phase", row -> row.score().name()),
            TableField.words("run", row -> row.run()),
            figure(
                    "kept_pct",
                    "% of the baseline's goodput",
                    row -> TableCell.rounded(100 * row.score().kept(), 1)),
            figure(
                    "available_pct",
                    "%",
                    row -> TableCell.rounded(100 * row.score().available(), 2)),
            figure(
                    "p99_times",
                    "x the baseline's",
                    row -> TableCell.measured(row.groups().stream()
                            .flatMapToDouble(group -> group.group().p99Times().stream())
                            .filter(Double::isFinite)
                            .max())),
            figure(
                    "unavailable_s",
                    "s",
                    row -> TableCell.count(row.groups().stream()
                            .mapToLong(group -> group.group().outageS().orElse(0))
                            .sum())),
            figure(
                    "back_after_healing_s",
                    "s",
                    row -> row.score().longestBack().map(AdversityCard::back).orElse(TableCell.NOT_STATED)),
            figure("lost_writes", "rows", AdversityCard::lost),
            figure("disturbed_s", "s", row -> TableCell.rounded(row.score().disturbedSeconds(), 0)),
            figure(
                    "score",
                    "0 to 100",
                    row -> TableCell.rounded(100 * row.score().score(), 1)));

    /** Makes a field that is not applicable to a phase that does not count. */
    private static TableField<ScoredPhase> figure(String name, String unit, Function<ScoredPhase, TableCell> cell) {
        return new TableField<>(
                name, unit, row -> row.score().measured() ? cell.apply(row) : TableCell.notApplicable(NO_OWN_PHASE));
    }

    private final List<Entry> entries;
    private final Set<String> common;
    private final List<String> remarks;

    private AdversityCard(List<Entry> entries) {
        this.entries = entries;
        // A run of which no phase counts, as its cluster did not come back, takes none away from the others.
        this.common = AdversityScore.common(
                entries.stream().filter(Entry::counts).map(Entry::score).toList());
        this.remarks = leftOut();
    }

    /**
     * Returns the tables of these runs.
     *
     * @throws IllegalArgumentException if one was under no scenario, or they were not all under the same
     */
    public static List<Table> of(List<NamedRun> runs) throws IOException {
        return of(runs, OptionalLong.empty());
    }

    /**
     * Returns the tables of these runs.
     *
     * @param mostDelayMs the p99 of the client's own delay up to which a run counts that is invalid for no other reason; empty: none does
     * @throws IllegalArgumentException if one was under no scenario, or they were not all under the same
     */
    public static List<Table> of(List<NamedRun> runs, OptionalLong mostDelayMs) throws IOException {
        List<Entry> entries = new ArrayList<>();
        for (NamedRun run : runs) {
            entries.add(entry(run, mostDelayMs));
        }
        for (Entry entry : entries.subList(1, entries.size())) {
            requireSame(entries.getFirst(), entry);
        }
        AdversityCard card = new AdversityCard(entries);
        List<String> complaints =
                runs.stream().flatMap(run -> run.complaints().stream()).toList();
        return List.of(card.phases().with(complaints), card.scores(), card.dimensionTable());
    }

    private static Entry entry(NamedRun run, OptionalLong mostDelayMs) throws IOException {
        String name = run.name().isEmpty() ? run.run().path().getFileName().toString() : run.name();
        RecordedConfig config = run.run().config();
        String text = config.files().get(SCENARIO);
        Optional<RunSummary> summary = run.run().summary();
        Optional<AdversitySummary> adversity = summary.flatMap(RunSummary::adversity);
        if (text == null || adversity.isEmpty()) {
            throw new IllegalArgumentException(run.run().path()
                    + " was under no scenario, or did not come to its end: name run directories of bin/adversity run");
        }
        boolean allowed = mostDelayMs.isPresent()
                && summary.stream().anyMatch(found -> found.invalidOnlyByDelay(mostDelayMs.getAsLong()));
        try {
            return new Entry(
                    name,
                    ScenarioReader.readAlone(new ScenarioSource(SCENARIO, text)),
                    AdversityScore.of(adversity.get(), allowed),
                    !allowed
                            && summary.flatMap(RunSummary::client).stream()
                                    .anyMatch(RunSummary.ClientSummary::overloaded),
                    run.run().isolation().stream().findFirst());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(run.run().path() + ": " + e.getMessage(), e);
        }
    }

    /** Verifies that the runs had the same scenario. Cluster and guards may differ, because they are what is compared. */
    private static void requireSame(Entry first, Entry other) {
        Scenario one = first.scenario();
        Scenario two = other.scenario();
        List<String> different = new ArrayList<>();
        if (!one.name().equals(two.name())) {
            different.add("names (" + one.name() + ", " + two.name() + ")");
        }
        if (!one.phases().equals(two.phases())) {
            different.add("phases");
        }
        if (!one.rules().equals(two.rules())) {
            different.add("rules of measuring (seed, windows, recovery)");
        }
        if (!one.setting().load().equals(two.setting().load())) {
            different.add("loads");
        }
        if (!one.setting().probes().equals(two.setting().probes())) {
            different.add("probes");
        }
        if (!different.isEmpty()) {
            throw new IllegalArgumentException(first.name() + " and " + other.name()
                    + " cannot be compared: their scenarios have different " + String.join(", ", different)
                    + "; run both with the same scenario, size, seed and load");
        }
    }

    /** Returns the phases that do not count, and why: one line for all that have the same reason. */
    private List<String> leftOut() {
        Map<String, List<String>> reasons = new LinkedHashMap<>();
        for (Entry entry : entries) {
            for (PhaseScore phase : entry.score().phases()) {
                if (!phase.measured()) {
                    reasons.computeIfAbsent(phase.name(), name -> new ArrayList<>())
                            .add(why(phase) + " in " + entry.name());
                }
            }
        }
        Map<String, List<String>> phases = new LinkedHashMap<>();
        reasons.forEach((phase, why) -> phases.computeIfAbsent(String.join(", ", why), same -> new ArrayList<>())
                .add(phase));
        return phases.entrySet().stream()
                .map(same -> "Left out: " + String.join(", ", same.getValue()) + " (" + same.getKey() + ").")
                .toList();
    }

    private static String why(PhaseScore phase) {
        PhaseState state = phase.phase().state();
        return PhaseScore.MEASURED.contains(state) ? "not watched until it was over" : state.label();
    }

    /** Returns a remark on what is not known of phases whose injections came close together. */
    private Optional<String> followed() {
        List<String> where = new ArrayList<>();
        for (Entry entry : entries) {
            for (String name : common) {
                entry.score().phase(name).ifPresent(phase -> {
                    long followed = phase.groups().stream()
                            .filter(AdversityScore.GroupScore::followed)
                            .count();
                    if (followed > 0) {
                        where.add(entry.name() + " " + name + " " + followed + " of "
                                + phase.groups().size());
                    }
                });
            }
        }
        return where.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "Some injections were cut off by the next one before the baseline was seen to be back; they count"
                                + " until then: "
                                + String.join(", ", where)
                                + ".");
    }

    private Table phases() {
        List<ScoredPhase> rows = new ArrayList<>();
        for (String name : common) {
            entries.forEach(entry ->
                    entry.score().phase(name).ifPresent(phase -> rows.add(new ScoredPhase(entry.name(), phase))));
        }
        List<String> notes = new ArrayList<>(NOTES);
        followed().ifPresent(notes::add);
        notes.addAll(remarks);
        return Table.of("adversity-card", "Adversity card: phases", notes, PHASE_FIELDS, rows);
    }

    private static TableCell lost(ScoredPhase phase) {
        OptionalLong lost = phase.score().phase().lostWrites();
        return lost.isEmpty() ? TableCell.NOT_STATED : TableCell.count(lost.getAsLong());
    }

    /** Formats a recovery time; one that was not seen to end is a lower bound. */
    private static TableCell back(TimeBack back) {
        TableCell seconds = TableCell.rounded(back.seconds(), 0);
        return back.open() ? seconds.lowerBound(back.remark()) : seconds;
    }

    private Table scores() {
        List<TableField<Entry>> fields = new ArrayList<>(List.of(
                TableField.words("run", entry -> entry.name()),
                new TableField<>("score", "0 to 100", this::score),
                new TableField<>("phases", "", entry -> TableCell.count(entry.counts() ? common.size() : 0)),
                new TableField<>("lost_writes", "rows", this::lostWrites)));
        List<String> notes = new ArrayList<>(
                List.of("100 x the mean of kept x available over the phases, weighted by disturbed_s."));
        if (entries.stream().anyMatch(entry -> entry.isolation().isPresent())) {
            fields.add(new TableField<>("isolation", "", AdversityCard::isolation));
            fields.add(new TableField<>(
                    "judged_reads_pct", "% of committed transactions' reads", AdversityCard::judgedReads));
            notes.add(
                    "isolation: of the whole run, as the load or its probe saw it; no part of the score. Reads that were"
                            + " not judged have no known version.");
        }
        return Table.of("adversity-score", "Adversity score", notes, fields, entries);
    }

    private static String unscored(Entry entry) {
        return entry.score().lostWrites() > 0
                ? "a run that lost an acknowledged write has no score"
                : entry.counts() ? NO_PHASE : NO_OWN_PHASE;
    }

    /** Returns the lost writes of a run. That there are none is a result only of phases that count. */
    private TableCell lostWrites(Entry entry) {
        AdversityScore score = entry.score();
        boolean checked = score.phases().stream()
                .anyMatch(phase -> phase.phase().lostWrites().isPresent());
        return score.lostWrites() == 0 && (common.isEmpty() || !entry.counts())
                ? TableCell.notApplicable(unscored(entry))
                : checked ? TableCell.count(score.lostWrites()) : TableCell.NOT_STATED;
    }

    private TableCell score(Entry entry) {
        OptionalDouble score = entry.score().score(common);
        return score.isPresent() ? TableCell.rounded(score.getAsDouble(), 1) : TableCell.notApplicable(unscored(entry));
    }

    private static TableCell isolation(Entry entry) {
        return entry.isolation()
                .map(seen -> TableCell.words(seen.verdict()).in(seen.violates() ? CellTone.BAD : CellTone.PLAIN))
                .orElse(TableCell.NOT_STATED);
    }

    /** Returns the share of the reads that were judged; not stated if the whole history was, or none of it. */
    private static TableCell judgedReads(Entry entry) {
        OptionalDouble percent = entry.isolation()
                .flatMap(IsolationRecord::coverage)
                .map(OnlineIsolationResult.Coverage::judgedPercent)
                .orElse(OptionalDouble.empty());
        return percent.isEmpty() ? TableCell.NOT_STATED : TableCell.rounded(percent.getAsDouble(), 1);
    }

    private Table dimensionTable() {
        List<TableField<AdversityScore.Dimension>> fields = new ArrayList<>(List.of(
                TableField.words("dimension", dimension -> dimension.word()),
                TableField.words("unit", dimension -> dimension.unit())));
        entries.forEach(
                entry -> fields.add(new TableField<>(entry.name(), "", dimension -> dimension(entry, dimension))));
        return Table.of(
                "adversity-dimensions",
                "The eight dimensions that ResBench names (arXiv 2511.11088), by formulas of our own",
                List.of("docs/adversity.md has the formulas."),
                fields,
                List.of(AdversityScore.Dimension.values()));
    }

    private TableCell dimension(Entry entry, AdversityScore.Dimension dimension) {
        if (entry.overloaded()) {
            return OVERLOADED;
        }
        Double value = entry.score().dimensions(common).get(dimension);
        if (value == null || ((common.isEmpty() || !entry.counts()) && !ofBaseline(dimension))) {
            return NOT_MEASURED;
        }
        Optional<TimeBack> open = entry.score().longestBack(common).filter(TimeBack::open);
        return dimension == AdversityScore.Dimension.RECOVERY && open.isPresent()
                ? back(open.get())
                : TableCell.measured(value);
    }

    /** Returns whether a dimension is of the time before the first fault. */
    private static boolean ofBaseline(AdversityScore.Dimension dimension) {
        return switch (dimension) {
            case THROUGHPUT, LATENCY, STABILITY -> true;
            case RESISTANCE, RECOVERY, DISTURBANCE_PERIOD, ADAPTATION, METRIC_DEVIATION -> false;
        };
    }
}
