package squall.results.imported;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import squall.host.InvalidFileException;
import squall.results.Figure;

/** sysbench 1.0 and newer: what it prints, reports of intervals included, which stay as they are in the copy of the file. */
final class SysbenchFiles implements Importer {
    private static final String RATE = ": +\\d+ +\\(([\\d.]+) per sec\\.\\)";

    @Override
    public Source read(List<Path> files) throws IOException {
        if (files.size() != 1) {
            throw new InvalidFileException(
                    "sysbench prints one text for a run, but " + files.size() + " files are named");
        }
        Lines text = Lines.of(files.getFirst());
        Lines.wanted(
                text.text("^(General statistics|Throughput):"),
                text.file(),
                "what sysbench prints at the end of a run");
        Map<String, Object> facts = new LinkedHashMap<>();
        text.text("^sysbench ([\\w.\\-]+)").ifPresent(version -> facts.put("sysbench.version", version));
        text.text("^Number of threads: (\\d+)").ifPresent(threads -> facts.put("sysbench.threads", threads));
        return new Source(
                "sysbench",
                Source.Database.UNKNOWN,
                Optional.empty(),
                facts,
                new Measured.FiguresAlone(
                        text.number("total time: +([\\d.]+)s").or(() -> text.number("time elapsed: +([\\d.]+)s"))),
                figures(text),
                List.of(
                        "the database and its settings",
                        "when it began",
                        "the distribution of latencies",
                        "percentiles of all but the one that was asked for",
                        "errors by SQLSTATE"));
    }

    private static List<Figure> figures(Lines text) {
        List<Figure> figures = new ArrayList<>();
        add(figures, text, "transactions", "tps", "^ +transactions" + RATE);
        add(figures, text, "queries", "qps", "^ +queries" + RATE);
        add(figures, text, "ignored errors", "errors/s", "^ +ignored errors" + RATE);
        add(figures, text, "reconnects", "reconnects/s", "^ +reconnects" + RATE);
        for (String kind : List.of("min", "avg", "max")) {
            add(figures, text, "latency " + kind, "ms", "^ +" + kind + ": +([\\d.]+)");
        }
        text.all("^ +(\\d+)th percentile: +([\\d.]+)")
                .forEach(found -> figures.add(
                        Figure.sum("latency p" + found.group(1), "ms", Double.parseDouble(found.group(2)))));
        return figures;
    }

    private static void add(List<Figure> figures, Lines text, String name, String unit, String pattern) {
        text.number(pattern).ifPresent(value -> figures.add(Figure.sum(name, unit, value)));
    }
}
