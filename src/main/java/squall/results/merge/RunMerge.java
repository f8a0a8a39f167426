package squall.results.merge;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import squall.engine.RunEvent;
import squall.engine.RunResult;
import squall.measure.SuccessGaps;
import squall.measure.Tick;
import squall.results.Manifest;
import squall.results.RecordedEvent;
import squall.results.RunDirectory;
import squall.results.RunInfo;
import squall.results.RunPart;
import squall.results.RunSummary;
import squall.results.file.FiguresFile;
import squall.results.file.FiguresFile.WorkloadFigure;
import squall.results.recorded.ClientFigures;
import squall.results.recorded.StoredTicks;
import squall.spi.CheckResult;
import squall.spi.CheckResult.Verdict;
import squall.spi.DatabaseInfo;
import squall.system.CommandException;
import squall.system.ExitCode;
import squall.system.InputFile;
import squall.verdict.ExitReasons;
import squall.verdict.JudgedRun;

/**
 * Merge of several clients' runs into one run, with the same writer as every run, so that every reader can read it.
 *
 * <p>Second 0 of each client is second 0 of the merged run.
 */
public final class RunMerge {
    /** Files of a run that merging reads, including those that a run may lack; it needs no others. */
    public static final Set<String> FILES = Set.of(
            Manifest.NAME,
            "config/effective.properties",
            "errors.csv",
            "events.jsonl",
            "figures.json",
            "histograms.hlog",
            "latency.hlog",
            "service.hlog",
            "summary.json",
            "timeseries.csv");

    private final List<MergePart> parts;
    private final RunResult sum;
    private final List<ClientFigures> clients;
    private final List<String> missing;

    private RunMerge(List<MergePart> parts, RunResult sum, List<ClientFigures> clients, List<String> missing) {
        this.parts = parts;
        this.sum = sum;
        this.clients = clients;
        this.missing = missing;
    }

    /**
     * @param paths run directories, and folders of run directories
     * @param skew allowed difference between the starts of the runs
     * @throws CommandException if a run cannot be read or used, or they are not compatible; the message has the run and the reason
     */
    public static RunMerge of(List<Path> paths, Duration skew) throws CommandException {
        try {
            MergeParts found = MergeParts.of(paths);
            Optional<String> problem = new MergeCompatibility(skew).problem(found.complete());
            if (problem.isPresent()) {
                throw CommandException.usage("cannot merge: " + problem.get());
            }
            return of(found);
        } catch (IOException e) {
            throw CommandException.of("cannot merge: ", e);
        }
    }

    /** Adds the parts one after the other: at most one client's histograms and their sum are in memory. */
    private static RunMerge of(MergeParts found) throws IOException {
        List<ClientFigures> clients = new ArrayList<>();
        Optional<RunResult> sum = Optional.empty();
        Instant first = found.complete().stream()
                .map(MergePart::startedAtThere)
                .min(Comparator.naturalOrder())
                .orElseThrow();
        for (MergePart part : found.complete()) {
            RunResult result = part.result();
            clients.add(ClientFigures.of(part.run(), result, Duration.between(first, part.startedAtThere())));
            sum = Optional.of(
                    sum.map(before -> MergedResults.sum(before, result)).orElse(result));
        }
        clients.sort(Comparator.comparingInt(ClientFigures::client));
        return new RunMerge(found.complete(), sum.orElseThrow(), List.copyOf(clients), found.missing());
    }

    /**
     * Writes the merged run.
     *
     * @param results folder in which its directory is made
     * @param command as typed
     * @throws CommandException if a file of a run is damaged, or the directory cannot be made
     */
    public MergedRun write(Path results, List<String> command) throws CommandException {
        try {
            return written(results, command);
        } catch (IOException e) {
            throw CommandException.of("cannot merge: ", e);
        }
    }

    private MergedRun written(Path results, List<String> command) throws IOException {
        List<CheckResult> checks = MergedChecks.of(parts);
        List<WorkloadFigure> figures = figures();
        try (RunDirectory directory =
                RunDirectory.create(results, MergedFacts.info(parts, clients, command), Instant.now())) {
            directory.started(parts.getFirst().startedAt().toEpochMilli());
            SuccessGaps gaps = copySeconds(directory);
            copyEvents(parts, directory);
            if (!figures.isEmpty()) {
                directory.keep(path -> FiguresFile.write(path, figures));
            }
            RunResult result = MergedResults.with(gaps.longest(sum.elapsedNs()), sum);
            ExitReasons codes = directory.finish(result, checks, reasons());
            return new MergedRun(directory.path(), new JudgedRun(result, checks, codes), figures);
        }
    }

    private SuccessGaps copySeconds(RunDirectory directory) throws IOException {
        SuccessGaps gaps = new SuccessGaps();
        try (MergedSeconds seconds = new MergedSeconds()) {
            for (MergePart part : parts) {
                seconds.open(part, sum);
            }
            for (Optional<Tick> tick = seconds.next(); tick.isPresent(); tick = seconds.next()) {
                directory.closed(tick.get());
                gaps.tick(tick.get());
            }
        }
        return gaps;
    }

    /** Adds up the workload's figures; one that a client lacks is dropped. */
    private List<WorkloadFigure> figures() {
        return parts.getFirst().figures().stream()
                .flatMap(figure -> sum(figure.name()).stream())
                .toList();
    }

    private Optional<WorkloadFigure> sum(String name) {
        List<WorkloadFigure> same = parts.stream()
                .flatMap(part -> part.figures().stream())
                .filter(figure -> figure.name().equals(name))
                .toList();
        return same.size() == parts.size() ? same.stream().reduce(WorkloadFigure::plus) : Optional.empty();
    }

    /** Returns the reasons why the parts did not end with 0, and the missing parts. */
    private ExitReasons reasons() {
        ExitReasons codes = ExitReasons.OK;
        for (String part : missing) {
            codes = codes.and(ExitCode.INVALID, part);
        }
        for (MergePart part : parts) {
            for (RunSummary.ExitReason reason : part.summary().exitCodes()) {
                codes = codes.and(ExitCode.of(reason.code()), part.id() + ": " + reason.reason());
            }
        }
        return codes;
    }

    /** Copies each client's events, in the order of their clocks. */
    private static void copyEvents(List<MergePart> parts, RunDirectory merged) throws IOException {
        List<RunEvent> events = new ArrayList<>();
        for (MergePart part : parts) {
            for (RecordedEvent event : part.run().events()) {
                String detail = part.id() + ": " + event.detail();
                events.add(new RunEvent(event.atNs(), event.endNs(), event.type(), detail, Map.of()));
            }
        }
        events.sort(Comparator.comparingLong(RunEvent::atNs));
        events.forEach(merged::event);
    }

    /** Reader of the seconds of several runs, added up; runs that ended earlier add nothing to the last ones. */
    private static final class MergedSeconds implements Closeable {
        private final List<StoredTicks> open = new ArrayList<>();

        void open(MergePart part, RunResult like) throws IOException {
            open.add(new StoredTicks(part.run(), like));
        }

        /** Reads the next second; empty after the last second of the longest run. */
        Optional<Tick> next() throws IOException {
            Optional<Tick> sum = Optional.empty();
            for (StoredTicks ticks : open) {
                Optional<Tick> next = ticks.next();
                Optional<Tick> before = sum;
                sum = next.map(tick -> before.map(tick::plus).orElse(tick)).or(() -> before);
            }
            return sum;
        }

        @Override
        public void close() throws IOException {
            IOException failure = null;
            for (StoredTicks ticks : open) {
                try {
                    ticks.close();
                } catch (IOException e) {
                    failure = e;
                }
            }
            if (failure != null) {
                throw failure;
            }
        }
    }

    /**
     * Result of a merge.
     *
     * @param run with the checks and the reasons of all parts
     * @param figures of the workload, added up
     */
    public record MergedRun(Path path, JudgedRun run, List<WorkloadFigure> figures) {
        public MergedRun {
            figures = List.copyOf(figures);
        }
    }

    /** Merge of the data checks of all clients: of each check the worst verdict, with the clients' details. */
    private static final class MergedChecks {
        private MergedChecks() {}

        /** Check result of one client. */
        private record Found(String client, CheckResult check) {}

        static List<CheckResult> of(List<MergePart> parts) {
            Map<String, List<Found>> byName = new LinkedHashMap<>();
            for (MergePart part : parts) {
                for (CheckResult check : part.summary().checks()) {
                    byName.computeIfAbsent(check.name(), name -> new ArrayList<>())
                            .add(new Found(part.id(), check));
                }
            }
            return byName.entrySet().stream()
                    .map(entry -> worst(entry.getKey(), entry.getValue()))
                    .toList();
        }

        /** Returns the worst result; a client that had nothing to check does not change the others' results. */
        private static CheckResult worst(String name, List<Found> all) {
            List<Found> looked =
                    all.stream().filter(each -> !each.check().nothing()).toList();
            List<Found> found = looked.isEmpty() ? all : looked;
            Verdict worst = found.stream()
                    .map(each -> each.check().verdict())
                    .max(Comparator.naturalOrder())
                    .orElseThrow();
            List<Found> said = found.stream()
                    .filter(each -> each.check().verdict() == worst)
                    .toList();
            List<String> details =
                    said.stream().map(each -> each.check().detail()).distinct().toList();
            String detail = details.size() == 1 && said.size() == found.size()
                    ? details.getFirst()
                    : String.join(
                            "; ",
                            said.stream()
                                    .map(each ->
                                            each.client() + ": " + each.check().detail())
                                    .toList());
            // Figures of several clients have no sum: one may be of the whole table, another of a client's own rows.
            return new CheckResult(
                    name,
                    worst,
                    detail,
                    found.size() == 1 ? found.getFirst().check().figures() : Map.of());
        }
    }

    /** Facts of a merged run: those that all parts share, sums of shares, and each part's own manifest and settings. */
    private static final class MergedFacts {
        /** Facts of which each client has its own share, so that those of the run are their sums. */
        private static final Set<String> SHARES = Set.of("threads", "readers", "writers", "terminals", "warehouses");

        /** Facts of a client alone, even if another has the same. */
        private static final Set<String> OWN =
                Set.of(RunPart.FACT, RunPart.DataShare.FACT, "first_insert", "first_write", "idle_s");

        private MergedFacts() {}

        static RunInfo info(List<MergePart> parts, List<ClientFigures> clients, List<String> command)
                throws IOException {
            MergePart first = parts.getFirst();
            Map<String, Object> facts = shared(parts);
            facts.put(
                    "parts",
                    parts.stream()
                            .map(part -> part.manifest().withoutArtefacts())
                            .toList());
            facts.put(ClientFigures.FACT, clients);
            Set<String> tags = new LinkedHashSet<>();
            parts.forEach(part -> part.manifest().fact("tags").forEach(tag -> tags.add(tag.asText())));
            if (!tags.isEmpty()) {
                facts.put("tags", List.copyOf(tags));
            }
            return new RunInfo(
                    first.manifest().workload(),
                    first.manifest().db().product(),
                    command,
                    first.manifest().seed().orElse(0),
                    facts,
                    Map.of(),
                    database(parts),
                    settings(parts));
        }

        /** Returns the facts that are equal in all parts, and the sums of shares. */
        private static Map<String, Object> shared(List<MergePart> parts) {
            Map<String, Object> shared = new LinkedHashMap<>();
            parts.getFirst().manifest().facts().forEach((name, fact) -> {
                List<JsonNode> all =
                        parts.stream().map(part -> part.manifest().fact(name)).toList();
                if (SHARES.contains(name) && all.stream().allMatch(JsonNode::isNumber)) {
                    shared.put(name, all.stream().mapToLong(JsonNode::asLong).sum());
                } else if (!OWN.contains(name) && all.stream().allMatch(fact::equals)) {
                    shared.put(name, fact);
                }
            });
            return shared;
        }

        private static DatabaseInfo database(List<MergePart> parts) {
            Set<String> nodes = new LinkedHashSet<>();
            parts.forEach(part -> nodes.addAll(part.manifest().db().endpoints()));
            return parts.getFirst().manifest().db().info(List.copyOf(nodes));
        }

        private static Map<String, String> settings(List<MergePart> parts) throws IOException {
            Map<String, String> files = new LinkedHashMap<>();
            for (MergePart part : parts) {
                Path file = part.run().path().resolve("config").resolve("effective.properties");
                if (Files.exists(file)) {
                    files.put(part.id() + ".properties", InputFile.text(file));
                }
            }
            return files;
        }
    }
}
