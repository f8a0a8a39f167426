package squall.benchbase.output;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import squall.benchbase.config.ConfigFile;
import squall.benchbase.config.WorkPhase;
import squall.benchbase.output.ConsoleLines.BenchmarkPeriod;
import squall.benchbase.output.RequestFiles.OutputBaseName;
import squall.benchbase.output.RequestTotals.LatencyDistribution;
import squall.benchbase.output.RequestTotals.TypeNumbers;
import squall.spi.DatabaseInfo;
import squall.sql.Dialects;
import squall.sql.PlainSql;
import squall.sql.SqlDatabase;
import squall.system.SecretMasking;

/**
 * Writer of BenchBase's files over all phases of a command. Names, columns, keys and units are BenchBase's; all other results are in the
 * run directories.
 *
 * <p>Used by the command's thread; meanwhile the phases record their requests through {@link PhaseLog}.
 */
public final class BenchbaseOutput implements Closeable {
    private final ConfigFile config;
    private final Settings settings;
    private final OutputBaseName base;
    private final TypeNumbers types;
    private final RequestLog log;
    private final List<PhaseLog> phases = new ArrayList<>();

    /**
     * Settings of the files, by the command line.
     *
     * @param folder created if it does not exist
     * @param windowSeconds length of a window of the {@code .results*.csv}
     * @param histograms file for the counts by outcome, if they are asked for
     */
    public record Settings(Path folder, int windowSeconds, Optional<Path> histograms) {}

    private BenchbaseOutput(ConfigFile config, Settings settings, OutputBaseName base, RequestLog log) {
        this.config = config;
        this.settings = settings;
        this.base = base;
        this.log = log;
        this.types = TypeNumbers.of(config.transactions());
    }

    /** Creates the folder, before anything is measured. @throws IOException if it cannot be written to */
    public static BenchbaseOutput open(ConfigFile config, Settings settings, LocalDateTime now) throws IOException {
        Files.createDirectories(settings.folder());
        OutputBaseName base = OutputBaseName.of(settings.folder(), ConfigFile.BENCH, now);
        return new BenchbaseOutput(config, settings, base, new RequestLog(settings.folder()));
    }

    /** Creates the log of a phase: the listener of its run, and the wrapper of its load. */
    public PhaseLog log(WorkPhase phase, int sessions) {
        PhaseLog made = new PhaseLog(log, types, phase, sessions);
        phases.add(made);
        return made;
    }

    /**
     * Writes all files.
     *
     * @param server as it was before the run
     * @return the lines of BenchBase's console
     * @throws IOException if a file could not be written, or a request could not be kept
     */
    public List<String> write(SqlDatabase database, DatabaseInfo server, Instant now)
            throws IOException, InterruptedException {
        for (PhaseLog phase : phases) {
            phase.requireWhole();
        }
        BenchmarkPeriod span = BenchmarkPeriod.of(phases);
        RequestTotals totals = requests(span);
        ServerFiles facts = new ServerFiles(database);
        Files.writeString(
                base.file(".summary.json"),
                BenchbaseJson.of(new SummaryFile(config, server).members(totals, span, now)));
        Files.writeString(base.file(".params.json"), BenchbaseJson.of(facts.parameters()));
        Optional<?> metrics = facts.metrics();
        if (metrics.isPresent()) {
            Files.writeString(base.file(".metrics.json"), BenchbaseJson.of(metrics.get()));
        }
        Files.writeString(base.file(".config.xml"), ConfigCopy.of(config));
        if (settings.histograms().isPresent()) {
            Files.writeString(settings.histograms().get(), BenchbaseJson.of(OutcomeCounts.of(totals)));
        }
        return ConsoleLines.results(totals, span);
    }

    /** Returns whether a phase has begun, so that there is something to write. */
    public boolean begun() {
        return !phases.isEmpty();
    }

    /** Returns the path with which the paths of all files of this command begin. */
    public Path stem() {
        return base.file("");
    }

    @Override
    public void close() throws IOException {
        log.close();
    }

    private RequestTotals requests(BenchmarkPeriod span) throws IOException {
        RequestTotals totals = new RequestTotals(types);
        try (RequestFiles files = new RequestFiles(base, types, settings.windowSeconds(), span.endedAtEpochUs())) {
            log.read(span, request -> {
                files.read(request);
                totals.add(request);
            });
        }
        return totals;
    }

    /** Copy of the configuration file, without comments, address and credentials; its root has BenchBase's name. */
    private static final class ConfigCopy {
        private static final Pattern ADDRESS =
                Pattern.compile("(?s)\\h*<(type|driver|url|username|password)(\\s[^>]*)?(/>|>.*?</\\1\\s*>)\\h*\\R?");
        private static final Pattern COMMENT = Pattern.compile("(?s)\\h*<!--.*?-->\\h*\\R?");
        private static final Pattern ROOT_START = Pattern.compile("<(?![?!/])[^\\s>/]+");
        private static final Pattern ROOT_END = Pattern.compile("</[^<>]+>\\s*$");

        private ConfigCopy() {}

        static String of(ConfigFile config) {
            String text = COMMENT.matcher(config.text()).replaceAll("");
            text = ADDRESS.matcher(text).replaceAll("");
            text = ROOT_START.matcher(text).replaceFirst("<configuration");
            return SecretMasking.mask(ROOT_END.matcher(text).replaceFirst("</configuration>\n"));
        }
    }

    /** JSON with BenchBase's indentation: one member a line, one blank a level. */
    static final class BenchbaseJson {
        private static final DefaultIndenter ONE_BLANK = new DefaultIndenter(" ", "\n");

        private static final ObjectWriter WRITER = new ObjectMapper()
                .writer(new DefaultPrettyPrinter()
                        .withSeparators(Separators.createDefaultInstance()
                                .withObjectFieldValueSpacing(Separators.Spacing.AFTER))
                        .withObjectIndenter(ONE_BLANK)
                        .withArrayIndenter(ONE_BLANK));

        private BenchbaseJson() {}

        /** Returns a value as JSON. @param value maps, lists, texts and numbers */
        static String of(Object value) {
            try {
                return WRITER.writeValueAsString(value) + "\n";
            } catch (JsonProcessingException e) {
                throw new IllegalArgumentException("cannot be written as JSON: " + e.getOriginalMessage(), e);
            }
        }
    }

    /** File of {@code -jh}: the number of requests by outcome, under BenchBase's four keys. */
    static final class OutcomeCounts {
        private static final String VALUE_TYPE = "com.oltpbenchmark.api.TransactionType";

        private OutcomeCounts() {}

        static Map<String, Object> of(RequestTotals totals) {
            Map<String, Object> members = new LinkedHashMap<>();
            members.put("completed", histogram(totals.counts(RequestEnd.COMPLETED)));
            members.put("aborted", histogram(totals.counts(RequestEnd.ABORTED)));
            members.put("rejected", histogram(totals.retries()));
            members.put("unexpected", histogram(totals.counts(RequestEnd.UNEXPECTED)));
            return members;
        }

        private static Map<String, Object> histogram(RequestTotals.RequestCounts counts) {
            Map<String, Object> members = new LinkedHashMap<>();
            members.put("HISTOGRAM", counts.byKey());
            members.put("NUM_SAMPLES", counts.sum());
            if (counts.sum() > 0) { // BenchBase leaves them out of an empty one
                members.put("KEEP_ZERO_ENTRIES", true);
                members.put("VALUE_TYPE", VALUE_TYPE);
            }
            return members;
        }
    }

    /** File {@code .summary.json}, with BenchBase's keys in BenchBase's order. */
    private record SummaryFile(ConfigFile config, DatabaseInfo server) {
        /** Returns the file's members. Goodput and throughput are over the same time, which in BenchBase they are not. */
        Map<String, Object> members(RequestTotals totals, BenchmarkPeriod span, Instant now) {
            Map<String, Object> members = new LinkedHashMap<>();
            members.put("Start timestamp (milliseconds)", span.startedAtEpochMs());
            members.put("Current Timestamp (milliseconds)", now.toEpochMilli());
            members.put("Elapsed Time (nanoseconds)", span.measured().toNanos());
            members.put("DBMS Type", config.server().type());
            members.put("DBMS Version", server.version());
            members.put("Benchmark Type", ConfigFile.BENCH);
            members.put("Final State", span.state());
            members.put("Measured Requests", totals.requests());
            members.put("isolation", config.server().isolationName());
            members.put("scalefactor", Integer.toString(config.data().warehouses()));
            members.put("terminals", Integer.toString(config.terminals()));
            members.put("Latency Distribution", distribution(totals.latencies()));
            members.put("Throughput (requests/second)", span.perSecond(totals.requests()));
            members.put(
                    "Goodput (requests/second)",
                    span.perSecond(totals.counts(RequestEnd.COMPLETED).sum()));
            return members;
        }

        private static Map<String, Object> distribution(LatencyDistribution d) {
            Map<String, Object> members = new LinkedHashMap<>();
            put(members, "Minimum", d.min());
            put(members, "25th Percentile", d.p25());
            put(members, "Median", d.median());
            put(members, "Average", d.average());
            put(members, "75th Percentile", d.p75());
            put(members, "90th Percentile", d.p90());
            put(members, "95th Percentile", d.p95());
            put(members, "99th Percentile", d.p99());
            put(members, "Maximum", d.max());
            return members;
        }

        private static void put(Map<String, Object> members, String name, long us) {
            members.put(name + " Latency (microseconds)", us);
        }
    }

    /** Snapshot of the server's settings and counters, for {@code .params.json} and {@code .metrics.json}. */
    private record ServerFiles(SqlDatabase database) {
        private static final List<String> VIEWS = List.of(
                "pg_stat_archiver",
                "pg_stat_bgwriter",
                "pg_stat_database",
                "pg_stat_database_conflicts",
                "pg_stat_user_tables",
                "pg_statio_user_tables",
                "pg_stat_user_indexes",
                "pg_statio_user_indexes");

        /** Returns the settings by name; none if the server no longer answers, as in BenchBase. */
        Map<String, String> parameters() throws InterruptedException {
            return asked(ServerFiles::settings).orElse(Map.of());
        }

        /** Returns the rows of each statistics view; empty if the database has no such views or no longer answers. */
        Optional<Map<String, List<Map<String, String>>>> metrics() throws InterruptedException {
            return database.dialect().equals(Dialects.POSTGRES) ? asked(ServerFiles::views) : Optional.empty();
        }

        private interface Question<T> {
            T ask(Connection connection) throws SQLException;
        }

        private <T> Optional<T> asked(Question<T> question) throws InterruptedException {
            try (Connection connection = database.open()) {
                return Optional.of(question.ask(connection));
            } catch (SQLException e) {
                return Optional
                        .empty(); // a database that died in the run is told of by the run; these files only describe it
            }
        }

        private static Map<String, String> settings(Connection connection) throws SQLException {
            Map<String, String> settings = new LinkedHashMap<>();
            PlainSql.each(connection, "SHOW ALL", row -> settings.put(row.getString(1), row.getString(2)));
            return settings;
        }

        private static Map<String, List<Map<String, String>>> views(Connection connection) throws SQLException {
            Map<String, List<Map<String, String>>> views = new LinkedHashMap<>();
            for (String view : VIEWS) {
                views.put(view, PlainSql.rows(connection, "SELECT * FROM " + view, ServerFiles::columns));
            }
            return views;
        }

        /** Returns the row's columns by their labels. */
        private static Map<String, String> columns(ResultSet row) throws SQLException {
            Map<String, String> columns = new LinkedHashMap<>();
            for (int column = 1; column <= row.getMetaData().getColumnCount(); column++) {
                columns.put(row.getMetaData().getColumnLabel(column), String.valueOf(row.getString(column)));
            }
            return columns;
        }
    }
}
