package squall.cli.report.serve;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import squall.report.AdversityCard;
import squall.report.browse.LiveReport;
import squall.report.browse.RunListPage;
import squall.report.compare.ComparedRun;
import squall.report.compare.Comparison;
import squall.report.compare.ComparisonReport;
import squall.report.compare.ComparisonSettings;
import squall.report.compare.Trend;
import squall.report.compare.TrendReport;
import squall.report.html.HtmlTable;
import squall.report.html.ReportPage;
import squall.report.model.ReportData;
import squall.report.model.ReportDocument;
import squall.report.model.RunReport;
import squall.report.model.RunReportBuilder;
import squall.report.table.NamedRun;
import squall.results.ProbeStatus;
import squall.results.file.RunState;
import squall.results.recorded.RecordedRun;
import squall.system.CommandException;
import squall.system.FileErrors;

/**
 * Renderer of pages: the report of one, the comparison and the trend of several, with the same code as the files that {@code bin/report}
 * writes. Thread-safe; few pages are made at a time, other requests wait.
 */
final class RunPages {
    private static final int AT_ONCE = 2;

    /** Minimum ratio of pause to processor time for the page of a run under way, so that watching costs little. */
    private static final int LEAST_PAUSES = 20;

    private static final long LEAST_PAUSE_NS = 900_000_000L;

    /**
     * Processor time that may be paid for later by pauses: the first pages, made before the JVM is warm, take much longer than the rest.
     */
    private static final long CREDIT_NS = 60_000_000_000L;

    private static final List<String> SIDES = List.of("A", "B");
    private static final long SEED = 42;

    private final ResultsFolder folder;
    private final Semaphore places = new Semaphore(AT_ONCE);
    private final Map<Path, Live> live = new ConcurrentHashMap<>();

    /** Lock that is held while the page of a run under way is made, so that concurrent requests share one page. */
    private final Lock following = new ReentrantLock();

    /** Files that a run writes while it runs. */
    private static final List<String> STREAMS = List.of(
            "timeseries.csv",
            "events.jsonl",
            "errors.csv",
            "phases.json",
            "manifest.json",
            "server/metrics.csv",
            ProbeStatus.NAME);

    /**
     * Page of a run under way.
     *
     * @param stamp of the run's files when it was begun
     * @param beganNs from which the interval counts; counted from the end, a check every second would find a new page only every other
     *     second
     * @param paidNs when the processor time of this page and earlier ones is paid for by pauses
     */
    private record Live(PageResponse page, String stamp, long beganNs, long paidNs) {
        private boolean fresh() {
            long now = System.nanoTime();
            return now - beganNs < LEAST_PAUSE_NS || now - paidNs < 0;
        }
    }

    /** Page with the processor time that it took. */
    private record Costly(PageResponse page, long costNs) {}

    RunPages(ResultsFolder folder) {
        this.folder = folder;
    }

    /** Returns the page of one run; of one under way as it was a moment ago, the same for all concurrent requests. */
    PageResponse run(Path directory) throws IOException, InterruptedException {
        if (state(directory) != RunState.RUNNING) {
            return made(() -> report(directory));
        }
        following.lockInterruptibly();
        try {
            Live last = live.get(directory);
            boolean good = last != null && (last.fresh() || last.stamp().equals(stamp(directory)));
            return last != null && good ? last.page() : followed(directory);
        } finally {
            following.unlock();
        }
    }

    /** Makes the page, and delays the next one in proportion to the processor time, which grows little when other programs are busy. */
    private PageResponse followed(Path directory) throws IOException, InterruptedException {
        long beganNs = System.nanoTime();
        String stamp = stamp(directory);
        long owedNs = Optional.ofNullable(live.get(directory)).map(Live::paidNs).orElse(Long.MIN_VALUE);
        Costly made = measured(() -> made(() -> report(directory)));
        live.keySet().removeIf(followed -> state(followed) != RunState.RUNNING);
        long paidNs = Math.max(owedNs, beganNs - CREDIT_NS) + LEAST_PAUSES * made.costNs();
        live.put(directory, new Live(made.page(), stamp, beganNs, paidNs));
        return made.page();
    }

    /** Makes a page and measures its processor time, on a thread of its own, because only platform threads know theirs. */
    private static Costly measured(Callable<PageResponse> page) throws InterruptedException {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        FutureTask<Costly> task = new FutureTask<>(() -> new Costly(page.call(), threads.getCurrentThreadCpuTime()));
        Thread maker = Thread.ofPlatform().daemon().name("live page").start(task);
        try {
            return task.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } finally {
            maker.interrupt();
        }
    }

    /** Computes the stamp of a run's files as they are now. */
    private static String stamp(Path directory) throws IOException {
        return ResultsFolder.stamp(directory, STREAMS);
    }

    /**
     * Returns the stamp of the page of a run under way that a browser would get now: that of the last page, or that of the files if a new
     * page is due.
     */
    String available(Path directory) throws IOException {
        Live last = live.get(directory);
        return last != null && last.fresh() ? last.stamp() : stamp(directory);
    }

    /** Returns the state of the run; a directory that cannot be read is not under way. */
    static RunState state(Path directory) {
        try {
            return ResultsFolder.read(directory).state();
        } catch (IOException e) {
            return RunState.INVALID;
        }
    }

    private static PageResponse report(Path directory) throws IOException {
        RecordedRun run = ResultsFolder.read(directory);
        RunReport report = RunReportBuilder.of(run);
        return page(run.state() == RunState.RUNNING ? LiveReport.of(report, run.config(), run.probes()) : report);
    }

    PageResponse compare(RequestedPage asked) throws InterruptedException {
        return made(() -> {
            List<RecordedRun> first = runs(names(asked, "a"));
            List<RecordedRun> second = runs(names(asked, "b"));
            if (first.isEmpty() || second.isEmpty()) {
                return refused("Choose at least one run for A and one for B.");
            }
            Comparison comparison = Comparison.of(compared(first), compared(second), terms(asked));
            return page(new ComparisonReport(comparison, drawn(first), drawn(second)));
        });
    }

    PageResponse trend(RequestedPage asked) throws InterruptedException {
        return made(() -> {
            List<RecordedRun> runs = runs(names(asked, "a"));
            return runs.isEmpty()
                    ? refused("Choose the runs of the trend in column A, at least 6.")
                    : page(new TrendReport(Trend.of(compared(runs), terms(asked))));
        });
    }

    /** Returns the adversity card of the runs of both columns. */
    PageResponse card(RequestedPage asked) throws InterruptedException {
        return made(() -> {
            List<String> names = Stream.of("a", "b")
                    .flatMap(side -> names(asked, side).stream())
                    .distinct()
                    .toList();
            List<NamedRun> runs =
                    runs(names).stream().map(run -> new NamedRun("", run)).toList();
            if (runs.isEmpty()) {
                return refused("Choose the runs of the adversity card, in either column.");
            }
            try {
                ReportPage.WithPolicy page = HtmlTable.page(AdversityCard.TITLE, AdversityCard.of(runs));
                return PageResponse.page(page.html(), page.policy());
            } catch (IllegalArgumentException e) { // of runs that cannot be compared; the message says why
                return refused(String.valueOf(e.getMessage()));
            }
        });
    }

    private static ComparisonSettings terms(RequestedPage asked) {
        List<String> metrics =
                asked.all("metric").stream().filter(key -> !key.isBlank()).toList();
        return new ComparisonSettings(SIDES, metrics, Map.of(), List.of(), SEED, false);
    }

    private static PageResponse page(ReportDocument document) {
        ReportPage.WithPolicy page = ReportPage.withPolicy(document);
        return PageResponse.page(page.html(), page.policy());
    }

    /** Splits the names of one side; those of a group come together, separated by a character that no name contains. */
    private static List<String> names(RequestedPage asked, String side) {
        return asked.all(side).stream()
                .flatMap(value -> Stream.of(value.split(RunListPage.BETWEEN)))
                .toList();
    }

    private List<RecordedRun> runs(List<String> values) throws IOException, CommandException {
        List<RecordedRun> runs = new ArrayList<>();
        for (String name : values) {
            Optional<Path> directory = folder.directory(name);
            if (directory.isEmpty()) {
                throw CommandException.usage("there is no run " + name + " in this folder");
            }
            runs.add(ResultsFolder.read(directory.get()));
        }
        return runs;
    }

    private static List<ComparedRun> compared(List<RecordedRun> runs) throws IOException {
        List<ComparedRun> compared = new ArrayList<>();
        for (RecordedRun run : runs) {
            compared.add(ComparedRun.read(run));
        }
        return compared;
    }

    private static List<ReportData> drawn(List<RecordedRun> runs) throws IOException {
        List<ReportData> drawn = new ArrayList<>();
        for (RecordedRun run : runs) {
            drawn.add(ReportData.read(run));
        }
        return drawn;
    }

    private interface Page {
        PageResponse made() throws IOException, CommandException;
    }

    private PageResponse made(Page page) throws InterruptedException {
        places.acquire();
        try {
            return page.made();
        } catch (CommandException e) {
            return refused(String.valueOf(e.getMessage()));
        } catch (IOException e) {
            return refused(FileErrors.message(e));
        } catch (RuntimeException | StackOverflowError e) { // one bad run must not end the server
            return refused("A record of this run holds what no run writes: " + e.getMessage());
        } finally {
            places.release();
        }
    }

    private static PageResponse refused(String why) {
        return PageResponse.message(PageResponse.UNPROCESSABLE, "This cannot be shown", why);
    }

    /**
     * Response to a request.
     *
     * @param policy permissions of the page, for its Content-Security-Policy
     * @param headers further ones
     */
    record PageResponse(int status, String type, String policy, String body, Map<String, String> headers) {
        static final String HTML = "text/html; charset=utf-8";
        static final String NOTHING_ALLOWED = "default-src 'none'";

        static final int OK = 200;
        static final int SEE_OTHER = 303;
        static final int BAD_REQUEST = 400;
        static final int UNAUTHORIZED = 401;
        static final int NOT_FOUND = 404;
        static final int WRONG_METHOD = 405;
        static final int MISDIRECTED = 421;
        static final int UNPROCESSABLE = 422;
        static final int INTERNAL_ERROR = 500;
        static final int UNAVAILABLE = 503;

        static PageResponse page(String html, String policy) {
            return new PageResponse(OK, HTML, policy, html, Map.of());
        }

        static PageResponse of(String type, String text) {
            return new PageResponse(OK, type, NOTHING_ALLOWED, text, Map.of());
        }

        /** Creates a page that says why another one is not shown. */
        static PageResponse message(int status, String title, String message) {
            return new PageResponse(status, HTML, RunListPage.policy(), RunListPage.message(title, message), Map.of());
        }

        PageResponse with(String header, String value) {
            Map<String, String> more = new TreeMap<>(headers);
            more.put(header, value);
            return new PageResponse(status, type, policy, body, more);
        }
    }

    /**
     * Requested address, decoded once.
     *
     * @param segments the parts of the path; they are compared with existing names, and no file name is ever made of them
     */
    record RequestedPage(String path, List<String> segments, Map<String, List<String>> parameters) {
        /** @throws IllegalArgumentException if it is not encoded as an address must be */
        static RequestedPage of(URI address) {
            String path = Optional.ofNullable(address.getRawPath()).orElse("/");
            List<String> segments = Stream.of(path.split("/", -1))
                    .filter(part -> !part.isEmpty())
                    .map(RequestedPage::decoded)
                    .toList();
            Map<String, List<String>> parameters = new LinkedHashMap<>();
            for (String pair :
                    Optional.ofNullable(address.getRawQuery()).orElse("").split("&", -1)) {
                String[] parts = pair.split("=", 2);
                if (parts.length == 2) {
                    parameters
                            .computeIfAbsent(form(parts[0]), name -> new ArrayList<>())
                            .add(form(parts[1]));
                }
            }
            // A path that begins with two slashes would be another host in a redirection.
            return new RequestedPage(path.replaceFirst("^/+", "/"), segments, parameters);
        }

        /** Decodes a part of a path, in which a plus is a plus. */
        private static String decoded(String part) {
            return form(part.replace("+", "%2B"));
        }

        private static String form(String part) {
            return URLDecoder.decode(part, StandardCharsets.UTF_8);
        }

        Optional<String> one(String name) {
            return all(name).stream().findFirst();
        }

        List<String> all(String name) {
            return parameters.getOrDefault(name, List.of());
        }
    }
}
