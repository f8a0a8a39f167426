package squall.results.imported;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import squall.results.file.CanonicalJson;
import squall.results.file.FiguresFile.WorkloadFigure;
import squall.results.imported.BenchmarkTool.Importer;
import squall.results.imported.ImportedRun.ImportedDatabase;
import squall.system.InputFile;
import squall.system.InvalidFileException;

/**
 * Importer of BenchBase's files: {@code summary.json}, {@code raw.csv} with every transaction that ended, and tables of intervals
 * ({@code samples.csv}, {@code results.csv}), which are only copied.
 */
final class BenchBaseFiles implements Importer {
    private static final List<String> RAW =
            List.of("Transaction Name", "Start Time (microseconds)", "Latency (microseconds)");
    private static final List<String> INTERVALS = List.of("Time (seconds)", "Throughput (requests/second)");
    private static final String LATENCIES = "Latency Distribution";
    private static final String MICROSECONDS = " (microseconds)";
    private static final int MICRO = 6;

    private final List<ImportedRun.ImportedSample> samples = new ArrayList<>();
    private final List<WorkloadFigure> figures = new ArrayList<>();
    private final Map<String, Object> facts = new LinkedHashMap<>();
    private String workload = "benchbase";
    private ImportedDatabase database = ImportedDatabase.UNKNOWN;
    private Optional<Instant> startedAt = Optional.empty();
    private Optional<Double> seconds = Optional.empty();

    @Override
    public ImportedRun read(List<Path> files) throws IOException {
        for (Path file : files) {
            if (file.toString().endsWith(".json")) {
                summary(file, CanonicalJson.read(file));
            } else {
                table(file);
            }
        }
        List<String> lacking = new ArrayList<>(
                List.of("errors by SQLSTATE", "retries", "the client's own delays", "what the database really does"));
        if (samples.isEmpty()) {
            lacking.add("each transaction (raw.csv)");
        }
        return new ImportedRun(
                workload,
                database,
                startedAt,
                facts,
                ImportedRun.ImportedMeasurement.of(samples, seconds),
                figures,
                lacking);
    }

    private void summary(Path file, JsonNode json) throws IOException {
        if (!json.has(LATENCIES)) {
            throw new InvalidFileException(file + " is no summary.json of BenchBase: it has no '" + LATENCIES + "'");
        }
        workload = json.path("Benchmark Type").asText(workload);
        database = new ImportedDatabase(
                json.path("DBMS Type").asText().toLowerCase(Locale.ROOT),
                json.path("DBMS Version").asText());
        JsonNode start = json.path("Start timestamp (milliseconds)");
        if (start.isNumber()) {
            startedAt = Optional.of(Instant.ofEpochMilli(start.asLong()));
        }
        JsonNode elapsed = json.path("Elapsed Time (nanoseconds)");
        seconds = elapsed.isNumber() ? Optional.of(elapsed.asLong() / 1e9) : seconds;
        for (String fact : List.of("terminals", "scalefactor", "isolation")) {
            if (json.has(fact)) {
                facts.put("benchbase." + fact, json.path(fact).asText());
            }
        }
        figure("Throughput", "requests/s", json.path("Throughput (requests/second)"), 1);
        figure("Goodput", "requests/s", json.path("Goodput (requests/second)"), 1);
        json.path(LATENCIES)
                .properties()
                .forEach(member -> figure(member.getKey().replace(MICROSECONDS, ""), "ms", member.getValue(), 1000));
    }

    private void figure(String name, String unit, JsonNode value, double divisor) {
        if (value.isNumber()) {
            figures.add(WorkloadFigure.sum(name, unit, value.asDouble() / divisor));
        }
    }

    /** Reads a table; only the one with each transaction is more than a copy. */
    private void table(Path file) throws IOException {
        try (BufferedReader in = InputFile.open(file)) {
            String head = in.readLine();
            List<String> columns = head == null ? List.of() : List.of(head.split(",", -1));
            if (columns.containsAll(RAW)) {
                raw(file, columns, in);
            } else if (!columns.containsAll(INTERVALS)) {
                throw new InvalidFileException(file + ": its first line must name the columns of BenchBase's raw.csv ("
                        + String.join(", ", RAW) + ") or of its tables of intervals (" + String.join(", ", INTERVALS)
                        + "), but " + (head == null ? "the file is empty" : "it is " + InputFile.excerpt(head)));
            }
        }
    }

    private void raw(Path file, List<String> columns, BufferedReader in) throws IOException {
        int number = 1;
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            number++;
            String[] cells = line.split(",", -1);
            try {
                sample(RAW.stream().map(name -> cells[columns.indexOf(name)]).toList());
            } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
                throw new InvalidFileException(
                        file + ":" + number + " is no line of BenchBase's raw.csv: " + InputFile.excerpt(line), e);
            }
        }
    }

    /** Parses a transaction. The start is in seconds with six digits after the point, although its column says microseconds. */
    private void sample(List<String> cells) {
        long startUs = new BigDecimal(cells.get(1)).movePointRight(MICRO).longValueExact();
        long startNs = startUs * 1000;
        samples.add(new ImportedRun.ImportedSample(
                cells.get(0), startNs, startNs, startNs + Long.parseLong(cells.get(2)) * 1000));
    }
}
