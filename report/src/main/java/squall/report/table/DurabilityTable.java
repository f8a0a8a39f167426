package squall.report.table;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import squall.check.DataAnomaly;
import squall.engine.phases.ScenarioResult.InjectionRecord;
import squall.report.statistics.RunQuantiles;
import squall.results.RunSummary;
import squall.spi.CheckResult;
import squall.table.Table;
import squall.table.Table.TableField;
import squall.table.TableCell;
import squall.verdict.AdversitySummary;

/** Acknowledged writes that a fault took, and what it costs to lose none: a row for each setting and fault, of one run or of several. */
final class DurabilityTable {
    private static final String LEDGER = "ledger";
    private static final List<String> NOTES = List.of(
            "Lost are rows of the probe ledger that were acknowledged and are missing; the stretch is the time between the first and the last acknowledgement of such a row.",
            "Start again: from the beginning of healing until the node was seen to accept clients.",
            "Commits: the maximum that the load found before the baseline, without the probe's; during the fault it commits at a quarter of that.",
            "Of several runs rows are added up, stretch and start are the longest, commits the median.");

    /** Fault of a run, and what became of its acknowledged writes. */
    private record Loss(NamedRun run, InjectionRecord injection, RowLossTable.Checked checked, OptionalDouble commits) {
        String settings() {
            return run.label();
        }

        String fault() {
            return injection.faultText().text();
        }

        /** Returns the fault without the nodes that it hit. */
        String kind() {
            return injection.fault();
        }

        /** Returns why this run shows neither that something is lost nor that nothing is. */
        Optional<String> obstacle() {
            if (injection.effectiveNs().isEmpty()) {
                return Optional.of("was not in effect");
            }
            return checked.undecided() ? Optional.of("left the ledger undecided") : Optional.empty();
        }

        TableCell lost() {
            return checked.flawed(DataAnomaly.LOST.label());
        }

        /** Returns the time between the first and the last lost acknowledgement; not stated where nothing was lost. */
        TableCell stretch() {
            return checked.counted(CheckResult.LOST_STRETCH_MS);
        }

        TableCell startAgain() {
            return injection.healNs().isPresent() && injection.verifiedNs().isPresent()
                    ? TableCell.rounded(
                            (injection.verifiedNs().getAsLong()
                                            - injection.healNs().getAsLong())
                                    / 1e9,
                            2)
                    : TableCell.notApplicable("the node did not start again");
        }
    }

    /** Result of the runs with one setting and one kind of fault. @param faults all of that kind; a run may have several */
    private record Losses(List<Loss> faults) {
        String settings() {
            return faults.getFirst().settings();
        }

        TableCell fault() {
            List<String> texts = faults.stream().map(Loss::fault).distinct().toList();
            return TableCell.words(
                    texts.size() == 1 ? texts.getFirst() : faults.getFirst().kind());
        }

        /** Returns one loss of each run: it has one ledger, however many faults it had. */
        List<Loss> runs() {
            return List.copyOf(faults.stream()
                    .collect(Collectors.toMap(Loss::run, loss -> loss, (first, later) -> first, LinkedHashMap::new))
                    .values());
        }

        long lossy() {
            return figures(Loss::lost).filter(lost -> lost > 0).count();
        }

        TableCell sum(Function<Loss, TableCell> count) {
            return figures(count).count() == 0
                    ? TableCell.NOT_STATED
                    : TableCell.count((long) figures(count).sum());
        }

        /** Returns the cell with the highest figure; one that is not applicable ranks above all, since it has no end. */
        TableCell worst(Function<Loss, TableCell> cell) {
            return faults.stream()
                    .map(cell)
                    .reduce((one, other) -> rank(one) < rank(other) ? other : one)
                    .orElse(TableCell.NOT_STATED);
        }

        OptionalDouble medianCommits() {
            double[] commits = runs().stream()
                    .map(Loss::commits)
                    .flatMapToDouble(OptionalDouble::stream)
                    .toArray();
            return commits.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(RunQuantiles.median(commits));
        }

        TableCell verdict() {
            List<TableCell> verdicts =
                    runs().stream().map(run -> run.checked().equal()).distinct().toList();
            return verdicts.size() == 1 ? verdicts.getFirst() : TableCell.words("not the same in all runs");
        }

        private DoubleStream figures(Function<Loss, TableCell> cell) {
            return runs().stream().map(cell).map(DurabilityTable::figure).flatMapToDouble(OptionalDouble::stream);
        }

        private static double rank(TableCell cell) {
            return cell.value() instanceof TableCell.NotApplicable
                    ? Double.POSITIVE_INFINITY
                    : figure(cell).orElse(Double.NEGATIVE_INFINITY);
        }
    }

    private static final List<TableField<Losses>> FIELDS = List.of(
            TableField.words("settings", Losses::settings),
            new TableField<>("fault", "", Losses::fault),
            new TableField<>("runs", "", losses -> TableCell.count(losses.runs().size())),
            new TableField<>("runs_with_loss", "", losses -> TableCell.count(losses.lossy())),
            new TableField<>(
                    "acknowledged",
                    "rows",
                    losses -> losses.sum(loss -> loss.checked().counted(CheckResult.ACKNOWLEDGED))),
            new TableField<>("lost", "rows", losses -> losses.sum(Loss::lost)),
            new TableField<>("lost_stretch_ms", "ms", losses -> losses.worst(Loss::stretch)),
            new TableField<>("start_again_s", "s", losses -> losses.worst(Loss::startAgain)),
            new TableField<>("commits_s", "1/s in good weather", losses -> TableCell.measured(losses.medianCommits())),
            new TableField<>("verdict", "", Losses::verdict));

    private DurabilityTable() {}

    static Table of(List<NamedRun> runs) {
        List<String> notes = new ArrayList<>(NOTES);
        List<Loss> decided = new ArrayList<>();
        for (Loss loss : runs.stream().flatMap(DurabilityTable::losses).toList()) {
            loss.obstacle()
                    .ifPresentOrElse(
                            why -> notes.add("Left out: " + loss.settings() + ": " + loss.fault() + " " + why + "."),
                            () -> decided.add(loss));
        }
        Map<List<String>, List<Loss>> grouped = decided.stream()
                .collect(Collectors.groupingBy(
                        loss -> List.of(loss.settings(), loss.kind()), LinkedHashMap::new, Collectors.toList()));
        return Table.of(
                PaperTable.DURABILITY.label(),
                "Durability: what was acknowledged and is gone",
                notes,
                FIELDS,
                grouped.values().stream().map(Losses::new).toList());
    }

    private static Stream<Loss> losses(NamedRun named) {
        RunSummary summary = named.summary();
        AdversitySummary adversity = summary.adversity()
                .orElseThrow(() -> new IllegalArgumentException(named.run().path() + " is no run of a scenario"));
        RowLossTable.Checked checked = RowLossTable.Checked.of(named, LEDGER);
        return adversity.phases().stream()
                .filter(phase -> !phase.control())
                .flatMap(phase -> phase.injectionGroups().stream())
                .flatMap(group -> group.injections().stream().limit(1))
                .map(injection -> new Loss(named, injection, checked, commits(summary, adversity)));
    }

    /** Returns the calibrated maximum, where the scenario begins with a fill phase. */
    private static OptionalDouble commits(RunSummary summary, AdversitySummary adversity) {
        return summary.calibratedMaximumPerS().isPresent()
                ? summary.calibratedMaximumPerS()
                : adversity.baseline().stream()
                        .mapToDouble(AdversitySummary.BaselineFigures::goodputPerS)
                        .findFirst();
    }

    private static OptionalDouble figure(TableCell cell) {
        return cell.value() instanceof TableCell.Figure(BigDecimal number)
                ? OptionalDouble.of(number.doubleValue())
                : OptionalDouble.empty();
    }
}
