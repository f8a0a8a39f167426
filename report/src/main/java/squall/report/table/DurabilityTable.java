package squall.report.table;

import java.util.List;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import squall.engine.phases.ScenarioResult.InjectionRecord;
import squall.results.RunSummary;
import squall.table.Table;
import squall.table.Table.TableField;
import squall.table.TableCell;
import squall.verdict.AdversitySummary;

/** Acknowledged writes that a fault took, and what it costs to lose none: a row a run and phase, settings side by side. */
final class DurabilityTable {
    private static final String LEDGER = "ledger";
    private static final Pattern STRETCH = Pattern.compile("acknowledged from (\\d+\\.\\d+) s to (\\d+\\.\\d+) s");

    /** Fault of a run, and what became of its acknowledged writes. */
    private record Loss(
            String settings, InjectionRecord injection, RowLossTable.Checked checked, OptionalDouble commits) {}

    private static final List<TableField<Loss>> FIELDS = List.of(
            new TableField<>("settings", "", loss -> TableCell.words(loss.settings())),
            new TableField<>(
                    "fault",
                    "",
                    loss -> TableCell.words(loss.injection().faultText().text())),
            new TableField<>("acknowledged", "rows", loss -> loss.checked().counted("acknowledged")),
            new TableField<>("lost", "rows", loss -> loss.checked().flawed("lost")),
            new TableField<>(
                    "lost_stretch_ms", "ms", loss -> stretch(loss.checked().detail())),
            new TableField<>("start_again_s", "s", loss -> startAgain(loss.injection())),
            new TableField<>("commits_s", "1/s in good weather", loss -> TableCell.measured(loss.commits())),
            new TableField<>("verdict", "", loss -> loss.checked().equal()));

    private DurabilityTable() {}

    static Table of(List<NamedRun> runs) {
        return Table.of(
                PaperTable.DURABILITY.label(),
                "Durability: what was acknowledged and is gone",
                List.of(
                        "Lost are rows of the probe ledger that were acknowledged and are missing; the stretch is the time between the first and the last acknowledgement of such a row.",
                        "Start again: from the beginning of healing until the node was seen to accept clients.",
                        "Commits: the maximum that the load found before the baseline, without the probe's; during the fault it commits at a quarter of that."),
                FIELDS,
                runs.stream().flatMap(DurabilityTable::losses).toList());
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
                .map(injection -> new Loss(named.label(), injection, checked, commits(summary, adversity)));
    }

    /** Returns the calibrated maximum, where the scenario begins with a fill phase. */
    private static OptionalDouble commits(RunSummary summary, AdversitySummary adversity) {
        return summary.calibratedMaximumPerS().isPresent()
                ? summary.calibratedMaximumPerS()
                : adversity.baseline().stream()
                        .mapToDouble(AdversitySummary.BaselineFigures::goodputPerS)
                        .findFirst();
    }

    /** Returns the longest stretch; not stated where nothing was lost. */
    private static TableCell stretch(String detail) {
        Matcher found = STRETCH.matcher(detail);
        return found.find()
                ? TableCell.rounded(1000 * (Double.parseDouble(found.group(2)) - Double.parseDouble(found.group(1))), 0)
                : TableCell.NOT_STATED;
    }

    private static TableCell startAgain(InjectionRecord injection) {
        return injection.healNs().isPresent() && injection.verifiedNs().isPresent()
                ? TableCell.rounded(
                        (injection.verifiedNs().getAsLong() - injection.healNs().getAsLong()) / 1e9, 2)
                : TableCell.notApplicable("the node did not start again");
    }
}
