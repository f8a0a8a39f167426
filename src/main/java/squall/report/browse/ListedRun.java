package squall.report.browse;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;
import squall.report.model.JudgementStatus;
import squall.report.statistics.RunQuantiles;
import squall.results.Manifest;
import squall.results.RunSummary;
import squall.results.file.RunState;
import squall.results.recorded.RunOutline;
import squall.system.ExitCode;

/**
 * A run as a row of the list.
 *
 * @param id the name of its directory
 * @param begun empty if it was not recorded
 * @param scenario empty in a run without one
 * @param verdict the word for it, with the exit code unless that is 0
 * @param goodputPerS over all windows but warm-up, like the index of runs
 * @param lostWrites empty where nothing looked for any
 * @param tags that the run was given
 * @param command the line that made it, without what differs between repeated runs
 * @param problem why the directory cannot be read; empty if it can
 */
public record ListedRun(
        String id,
        Optional<Instant> begun,
        String workload,
        String scenario,
        String database,
        String version,
        JudgementStatus status,
        String verdict,
        OptionalDouble goodputPerS,
        OptionalDouble p99Ms,
        OptionalLong lostWrites,
        List<String> tags,
        String command,
        String problem) {
    /** Longer texts come from no program of ours. */
    private static final int LONGEST = 200;

    public ListedRun {
        tags = List.copyOf(tags);
    }

    public static ListedRun of(RunOutline run) {
        Manifest manifest = run.manifest();
        Optional<RunOutline.SummaryOutline> summary = run.summary();
        Optional<RunSummary.MeasuredTotals> measured = summary.flatMap(RunOutline.SummaryOutline::measured);
        return new ListedRun(
                run.path().getFileName().toString(),
                manifest.begin(),
                cut(manifest.workload()),
                cut(manifest.fact("scenario").asText("")),
                cut(manifest.db().product()),
                cut(version(manifest.db())),
                status(run),
                verdict(run),
                measured.map(RunSummary.MeasuredTotals::goodputPerS).orElse(OptionalDouble.empty()),
                measured.map(totals -> totals.latency().p99Ms()).orElse(OptionalDouble.empty()),
                summary.flatMap(RunOutline.SummaryOutline::adversity)
                        .map(ListedRun::lost)
                        .orElse(OptionalLong.empty()),
                tags(manifest.fact("tags")),
                command(manifest.command()),
                "");
    }

    /** A directory that cannot be read as a run. */
    public static ListedRun broken(String id, String problem) {
        return new ListedRun(
                id,
                Optional.empty(),
                "",
                "",
                "",
                "",
                JudgementStatus.INVALID,
                "! unreadable",
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalLong.empty(),
                List.of(),
                "",
                cut(problem.strip()));
    }

    public boolean readable() {
        return problem.isEmpty();
    }

    public boolean running() {
        return status == JudgementStatus.RUNNING;
    }

    /** Some databases tell their name with their version, and the list has a column for the name. */
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

    private static String verdict(RunOutline run) {
        JudgementStatus status = status(run);
        if (run.summary().isEmpty()) {
            return status == JudgementStatus.RUNNING ? status.shown() : status.sign() + " did not end";
        }
        int code = run.summary().get().exitCode();
        return code == 0 ? status.shown() : status.shown() + ", exit " + code;
    }

    /** Over all phases in which something looked for them. */
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

    /** Repeated runs differ in their seed and tags at most. */
    private static String command(List<String> words) {
        return cut(String.join(" ", words).replaceAll(" --?(seed|tag)[ =]\\S+", ""));
    }

    private static String cut(String text) {
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
    }

    /** Runs of the same command on the same database, in the order of the list. */
    record RunGroup(List<ListedRun> runs) {
        private record Key(String workload, String database, String version, String command, String alone) {}

        RunGroup {
            runs = List.copyOf(runs);
        }

        /** In the order in which the first of each comes; one that cannot be read stays alone. */
        static List<RunGroup> of(List<ListedRun> runs) {
            Map<Key, List<ListedRun>> groups = new LinkedHashMap<>();
            for (ListedRun run : runs) {
                groups.computeIfAbsent(key(run), key -> new ArrayList<>()).add(run);
            }
            return groups.values().stream().map(RunGroup::new).toList();
        }

        private static Key key(ListedRun run) {
            return new Key(
                    run.workload(), run.database(), run.version(), run.command(), run.readable() ? "" : run.id());
        }

        ListedRun first() {
            return runs.getFirst();
        }

        /** The median of the runs that have a value. */
        OptionalDouble median(Function<ListedRun, OptionalDouble> value) {
            double[] values = runs.stream()
                    .map(value)
                    .filter(OptionalDouble::isPresent)
                    .mapToDouble(OptionalDouble::getAsDouble)
                    .toArray();
            return values.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(RunQuantiles.median(values));
        }
    }
}
