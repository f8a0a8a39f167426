package squall.benchbase.output;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import squall.benchbase.config.ConfigFile;
import squall.benchbase.config.Phase;
import squall.spi.Database;
import squall.sql.SqlDatabase;

/**
 * BenchBase's files over all phases of a command: names, columns, keys and units are BenchBase's, everything that is not in them is in the
 * run directories.
 *
 * <p>Used by the command's thread; what the phases record meanwhile comes through {@link PhaseLog}.
 */
public final class Output implements Closeable {
    private final ConfigFile config;
    private final Settings settings;
    private final BaseName base;
    private final TypeNumbers types;
    private final RequestLog log;
    private final List<PhaseLog> phases = new ArrayList<>();

    /**
     * What the command line says of the files.
     *
     * @param folder made if it is not there
     * @param windowSeconds of the {@code .results*.csv}
     * @param histograms where the counts go too
     */
    public record Settings(Path folder, int windowSeconds, Optional<Path> histograms) {}

    private Output(ConfigFile config, Settings settings, BaseName base, RequestLog log) {
        this.config = config;
        this.settings = settings;
        this.base = base;
        this.log = log;
        this.types = TypeNumbers.of(config.transactions());
    }

    /** @throws IOException if the folder cannot be written to; before anything is measured */
    public static Output open(ConfigFile config, Settings settings, LocalDateTime now) throws IOException {
        Files.createDirectories(settings.folder());
        BaseName base = BaseName.of(settings.folder(), ConfigFile.BENCH, now);
        return new Output(config, settings, base, new RequestLog(settings.folder()));
    }

    /** To be heard by the run of this phase, and wrapped around its load. */
    public PhaseLog log(Phase phase, int sessions) {
        PhaseLog made = new PhaseLog(log, types, phase, sessions);
        phases.add(made);
        return made;
    }

    /**
     * Writes all files.
     *
     * @param server as it was before the run
     * @return the lines of BenchBase's console
     * @throws IOException if a file could not be written, or a request was not kept
     */
    public List<String> write(SqlDatabase database, Database server, Instant now)
            throws IOException, InterruptedException {
        for (PhaseLog phase : phases) {
            phase.requireWhole();
        }
        Span span = Span.of(phases);
        Totals totals = requests(span);
        ServerFiles facts = new ServerFiles(database);
        Files.writeString(
                base.file(".summary.json"), Json.of(new SummaryFile(config, server).members(totals, span, now)));
        Files.writeString(base.file(".params.json"), Json.of(facts.parameters()));
        Optional<?> metrics = facts.metrics();
        if (metrics.isPresent()) {
            Files.writeString(base.file(".metrics.json"), Json.of(metrics.get()));
        }
        Files.writeString(base.file(".config.xml"), ConfigCopy.of(config));
        if (settings.histograms().isPresent()) {
            Files.writeString(settings.histograms().get(), Json.of(OutcomeCounts.of(totals)));
        }
        return ConsoleLines.results(totals, span);
    }

    /** Whether a phase has begun, so that there is something to write. */
    public boolean begun() {
        return !phases.isEmpty();
    }

    /** What every file of this command begins with. */
    public Path stem() {
        return base.file("");
    }

    @Override
    public void close() throws IOException {
        log.close();
    }

    private Totals requests(Span span) throws IOException {
        Totals totals = new Totals(types);
        try (RequestFiles files = new RequestFiles(base, types, settings.windowSeconds(), span.endedAtEpochUs())) {
            log.read(request -> {
                files.read(request);
                totals.add(request);
            });
        }
        return totals;
    }
}
