package squall.report.browse;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import squall.report.model.JudgementStatus;
import squall.results.Manifest;
import squall.results.RunSummary;
import squall.results.file.RunState;
import squall.results.recorded.RunOutline;
import squall.results.recorded.RunOutline.SummaryOutline;
import squall.system.ExitCode;
import squall.table.TableCell.CellTone;

/**
 * Run as a row of the list, and its schema in {@code runs.json}.
 *
 * @param id the name of its directory
 * @param begun in ISO 8601; empty if it was not recorded
 * @param scenario empty in a run without one
 * @param running whether it is under way
 * @param tone of the verdict
 * @param verdict the word for it, with the exit code unless that is 0
 * @param goodputPerS over all windows but warm-up, like the index of runs
 * @param lostWrites empty where no probe checked
 * @param tags that the run was given
 * @param command the line that made it, without what differs between repeated runs
 * @param problem why the directory cannot be read; empty if it can
 */
public record ListedRun(
        String id,
        String begun,
        String workload,
        String scenario,
        String database,
        String version,
        boolean running,
        CellTone tone,
        String verdict,
        OptionalDouble goodputPerS,
        OptionalDouble p99Ms,
        OptionalLong lostWrites,
        List<String> tags,
        String command,
        String problem) {
    /** Maximum length of a text; longer ones come from other programs. */
    private static final int LONGEST = 200;

    public ListedRun {
        tags = List.copyOf(tags);
    }

    public static ListedRun of(RunOutline run) {
        Manifest manifest = run.manifest();
        Optional<SummaryOutline> summary = run.summary();
        JudgementStatus status = status(run);
        Optional<RunSummary.MeasuredTotals> measured = summary.flatMap(SummaryOutline::measured);
        return new ListedRun(
                run.path().getFileName().toString(),
                manifest.begin().map(Instant::toString).orElse(""),
                cut(workload(manifest)),
                cut(manifest.fact("scenario").asText("")),
                cut(manifest.db().product()),
                cut(version(manifest.db())),
                status == JudgementStatus.RUNNING,
                status.tone(),
                verdict(run, status),
                measured.map(RunSummary.MeasuredTotals::goodputPerS).orElse(OptionalDouble.empty()),
                measured.map(totals -> totals.latency().p99Ms()).orElse(OptionalDouble.empty()),
                summary.flatMap(SummaryOutline::adversity).map(ListedRun::lost).orElse(OptionalLong.empty()),
                tags(manifest.fact("tags")),
                command(manifest.command()),
                "");
    }

    /** Creates the row of a directory that cannot be read as a run. */
    public static ListedRun broken(String id, String problem) {
        return new ListedRun(
                id,
                "",
                "",
                "",
                "",
                "",
                false,
                JudgementStatus.INVALID.tone(),
                "! unreadable",
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalLong.empty(),
                List.of(),
                "",
                cut(problem.strip()));
    }

    /** Names the workload, and says if it loaded the table; for a scenario, names the load under it. */
    private static String workload(Manifest manifest) {
        if (manifest.facts().containsKey("scenario")) {
            return manifest.fact("load").asText("");
        }
        return manifest.workload() + (manifest.fact("phase").asText("").equals("load") ? " load" : "");
    }

    /** Returns the version without the database's name, which some include and the list shows in another column. */
    private static String version(Manifest.Database db) {
        String version = db.shortVersion();
        String name = db.product() + " ";
        return version.regionMatches(true, 0, name, 0, name.length()) ? version.substring(name.length()) : version;
    }

    private static JudgementStatus status(RunOutline run) {
        if (run.summary().isEmpty()) {
            return run.state() == RunState.RUNNING ? JudgementStatus.RUNNING : JudgementStatus.FAILED;
        }
        int code = run.summary().get().exitCode();
        return code == ExitCode.OK.code()
                ? JudgementStatus.PASSED
                : code == ExitCode.INVALID.code() ? JudgementStatus.INVALID : JudgementStatus.FAILED;
    }

    private static String verdict(RunOutline run, JudgementStatus status) {
        if (run.summary().isEmpty()) {
            return status == JudgementStatus.RUNNING ? status.shown() : status.sign() + " did not end";
        }
        int code = run.summary().get().exitCode();
        return code == 0 ? status.shown() : status.shown() + ", exit " + code;
    }

    /** Returns the lost writes over all phases in which a probe checked. */
    private static OptionalLong lost(RunOutline.AdversityOutline adversity) {
        List<OptionalLong> looked = adversity.phases().stream()
                .map(RunOutline.PhaseOutline::lostWrites)
                .filter(OptionalLong::isPresent)
                .toList();
        return looked.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(
                        looked.stream().mapToLong(OptionalLong::getAsLong).sum());
    }

    private static List<String> tags(JsonNode fact) {
        List<String> tags = new ArrayList<>();
        fact.forEach(tag -> tags.add(cut(tag.asText(""))));
        return tags;
    }

    /** Returns the command without seed and tags, in which repeated runs may differ. */
    private static String command(List<String> words) {
        return cut(
                String.join(" ", words).replaceAll(" (--?(seed|rand-seed|tag)[ =]|-p squall\\.(seed|tag)=)\\S+", ""));
    }

    private static String cut(String text) {
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
    }
}
