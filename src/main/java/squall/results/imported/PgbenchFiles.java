package squall.results.imported;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import squall.results.file.FiguresFile.WorkloadFigure;
import squall.results.imported.BenchmarkTool.Importer;
import squall.results.imported.BenchmarkTool.PrintedLines;
import squall.system.InputFile;
import squall.system.InvalidFileException;

/**
 * Importer of pgbench's files: logs of transactions ({@code -l}), one for each of its threads, and its final report.
 *
 * <p>A line of a log is {@code client transaction time script epoch_s epoch_us [lag [retries]]}, the time in microseconds from the
 * scheduled begin and the epoch that of the end (PostgreSQL's manual, pgbench, Per-Transaction Logging). In place of a time there may be
 * the reason why there is none.
 */
final class PgbenchFiles implements Importer {
    private static final String TRANSACTION = "transaction";
    private static final int EPOCH_S = 4;
    private static final int LAG = 6;

    /** Start of the years in which pgbench has run, and more than the shortest time of an aggregated log, which stands in its place. */
    private static final long FIRST_EPOCH_S = 1_000_000_000;

    private final List<ImportedRun.ImportedSample> samples = new ArrayList<>();
    private final Map<String, Double> withoutTime = new LinkedHashMap<>();
    private final List<WorkloadFigure> figures = new ArrayList<>();
    private final Map<String, Object> facts = new LinkedHashMap<>();
    private Optional<Double> seconds = Optional.empty();
    private String workload = "pgbench";
    private String version = "";

    @Override
    public ImportedRun read(List<Path> files) throws IOException {
        for (Path file : files) {
            if (isReport(file)) {
                report(PrintedLines.of(file));
            } else {
                log(file);
            }
        }
        withoutTime.forEach(
                (why, count) -> figures.add(WorkloadFigure.sum(why + " transactions in the log", "", count)));
        List<String> lacking = new ArrayList<>(List.of("settings of the database", "the client's own delays"));
        lacking.add(
                samples.isEmpty()
                        ? "latencies of each transaction (pgbench -l), errors by SQLSTATE"
                        : "when failed transactions began, errors by SQLSTATE");
        return new ImportedRun(
                workload,
                new ImportedRun.ImportedDatabase("postgresql", version),
                Optional.empty(),
                facts,
                ImportedRun.ImportedMeasurement.of(samples, seconds),
                figures,
                lacking);
    }

    private static boolean isReport(Path file) throws IOException {
        try (BufferedReader in = InputFile.open(file)) {
            return in.lines().limit(50).anyMatch(line -> line.startsWith("transaction type: "));
        }
    }

    private void report(PrintedLines report) throws IOException {
        workload = PrintedLines.wanted(report.text("^transaction type: (.*)"), report.file(), "a report of pgbench");
        // The server's version follows only where it is another than that of pgbench.
        version = report.text("^pgbench \\((?:.*, server )?(.*)\\)\\s*$").orElse("");
        seconds = report.number("^duration: (\\d+) s");
        for (String fact :
                List.of("scaling factor", "query mode", "number of clients", "number of threads", "duration")) {
            report.text("^" + fact + ": (.*)")
                    .ifPresent(value -> facts.put("pgbench." + fact.replace(' ', '_'), value));
        }
        figure(report, "tps", "tps", "^tps = ([\\d.]+) \\((?:without|excluding)");
        figure(report, "latency average", "ms", "^latency average = ([\\d.]+) ms");
        figure(report, "latency stddev", "ms", "^latency stddev = ([\\d.]+) ms");
        figure(report, "transactions processed", "", "^number of transactions actually processed: (\\d+)");
        figure(report, "failed transactions", "", "^number of failed transactions: (\\d+)");
    }

    private void figure(PrintedLines report, String name, String unit, String pattern) {
        report.number(pattern).ifPresent(value -> figures.add(WorkloadFigure.sum(name, unit, value)));
    }

    private void log(Path file) throws IOException {
        try (BufferedReader in = InputFile.open(file)) {
            int number = 0;
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                number++;
                try {
                    String[] cells = line.split(" ", -1);
                    if (Long.parseLong(cells[EPOCH_S]) < FIRST_EPOCH_S) {
                        throw new InvalidFileException(file + ":" + number
                                + " is of an aggregated log, which does not have each transaction: run pgbench -l without"
                                + " --aggregate-interval, or leave the log out and name the final report");
                    }
                    transaction(cells);
                } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
                    throw new InvalidFileException(
                            file + ":" + number + " is no line of a log that pgbench -l writes: "
                                    + InputFile.excerpt(line),
                            e);
                }
            }
        }
    }

    private void transaction(String[] cells) {
        long doneNs = Long.parseLong(cells[EPOCH_S]) * 1_000_000_000 + Long.parseLong(cells[5]) * 1000;
        if (!cells[2].matches("\\d+")) {
            if (!cells[2].matches("failed|skipped|serialization|deadlock")) {
                throw new IllegalArgumentException(cells[2]);
            }
            withoutTime.merge(cells[2], 1.0, Double::sum);
            return;
        }
        long dueNs = doneNs - Long.parseLong(cells[2]) * 1000;
        long lagNs = cells.length > LAG ? Long.parseLong(cells[LAG]) * 1000 : 0;
        String script = cells[3].equals("0") ? TRANSACTION : TRANSACTION + "_" + cells[3];
        samples.add(new ImportedRun.ImportedSample(script, dueNs, dueNs + Math.min(lagNs, doneNs - dueNs), doneNs));
    }
}
