package squall.results.imported;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import squall.results.file.FiguresFile.WorkloadFigure;
import squall.system.InputFile;
import squall.system.InvalidFileException;

/** Program whose results can be imported. */
public enum BenchmarkTool {
    YCSB("its text output or .hdr files are wanted"),
    BENCHBASE("summary.json or raw.csv is wanted"),
    PGBENCH("its final report or logs of pgbench -l are wanted"),
    SYSBENCH("its output is wanted");

    private final String wanted;

    BenchmarkTool(String wanted) {
        this.wanted = wanted;
    }

    /** Describes the files that it needs, for messages. */
    String wanted() {
        return wanted;
    }

    Importer importer() {
        return switch (this) {
            case YCSB -> new YcsbFiles();
            case BENCHBASE -> new BenchBaseFiles();
            case PGBENCH -> new PgbenchFiles();
            case SYSBENCH -> new SysbenchFiles();
        };
    }

    /** Importer of the output of sysbench 1.0 and newer; reports of intervals are only copied. */
    private static final class SysbenchFiles implements Importer {
        private static final String RATE = ": +\\d+ +\\(([\\d.]+) per sec\\.\\)";

        @Override
        public ImportedRun read(List<Path> files) throws IOException {
            if (files.size() != 1) {
                throw new InvalidFileException(
                        "sysbench prints one text for a run, but " + files.size() + " files are named");
            }
            PrintedLines text = PrintedLines.of(files.getFirst());
            PrintedLines.wanted(
                    text.text("^(General statistics|Throughput):"),
                    text.file(),
                    "what sysbench prints at the end of a run");
            Map<String, Object> facts = new LinkedHashMap<>();
            text.text("^sysbench ([\\w.\\-]+)").ifPresent(version -> facts.put("sysbench.version", version));
            text.text("^Number of threads: (\\d+)").ifPresent(threads -> facts.put("sysbench.threads", threads));
            return new ImportedRun(
                    "sysbench",
                    ImportedRun.ImportedDatabase.UNKNOWN,
                    Optional.empty(),
                    facts,
                    new ImportedRun.ImportedMeasurement.FiguresAlone(
                            text.number("total time: +([\\d.]+)s").or(() -> text.number("time elapsed: +([\\d.]+)s"))),
                    figures(text),
                    List.of(
                            "the database and its settings",
                            "when it began",
                            "the distribution of latencies",
                            "percentiles of all but the one that was asked for",
                            "errors by SQLSTATE"));
        }

        private static List<WorkloadFigure> figures(PrintedLines text) {
            List<WorkloadFigure> figures = new ArrayList<>();
            add(figures, text, "transactions", "tps", "^ +transactions" + RATE);
            add(figures, text, "queries", "qps", "^ +queries" + RATE);
            add(figures, text, "ignored errors", "errors/s", "^ +ignored errors" + RATE);
            add(figures, text, "reconnects", "reconnects/s", "^ +reconnects" + RATE);
            for (String kind : List.of("min", "avg", "max")) {
                add(figures, text, "latency " + kind, "ms", "^ +" + kind + ": +([\\d.]+)");
            }
            text.all("^ +(\\d+)th percentile: +([\\d.]+)")
                    .forEach(found -> figures.add(WorkloadFigure.sum(
                            "latency p" + found.group(1), "ms", Double.parseDouble(found.group(2)))));
            return figures;
        }

        private static void add(
                List<WorkloadFigure> figures, PrintedLines text, String name, String unit, String pattern) {
            text.number(pattern).ifPresent(value -> figures.add(WorkloadFigure.sum(name, unit, value)));
        }
    }

    /** Importer of the files of one run of one program. Used once. */
    interface Importer {
        /** @throws IOException if a file is not of that program, or damaged; the message names the file and the kind wanted */
        ImportedRun read(List<Path> files) throws IOException;
    }

    /** Lines of a text that a program printed for people, searched by patterns. */
    record PrintedLines(Path file, List<String> lines) {
        static PrintedLines of(Path file) throws IOException {
            return new PrintedLines(file, InputFile.lines(file));
        }

        /** Returns the first group of the first match of a pattern. */
        Optional<String> text(String pattern) {
            return all(pattern).map(found -> found.group(1).strip()).findFirst();
        }

        Optional<Double> number(String pattern) {
            return text(pattern).map(Double::parseDouble);
        }

        /** Returns the matches of a pattern, one for each line that contains it. */
        Stream<Matcher> all(String pattern) {
            Pattern compiled = Pattern.compile(pattern);
            return lines.stream().map(compiled::matcher).filter(Matcher::find);
        }

        /** @throws IOException if there is none; the message says which file was wanted */
        static <T> T wanted(Optional<T> found, Path file, String what) throws IOException {
            return found.orElseThrow(() -> new InvalidFileException(file + " is not " + what));
        }
    }
}
