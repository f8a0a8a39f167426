package squall.benchbase.cli;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import squall.benchbase.config.ConfigFile;
import squall.benchbase.config.Phase;
import squall.results.RunInfo;
import squall.results.RunInfo.Setting;
import squall.results.Share;
import squall.spi.Database;
import squall.sql.SessionTerms;
import squall.tpcc.Scale;
import squall.tpcc.run.TpccSettings;

/** What a run directory tells of a phase beside what was measured. */
record Facts(EngineSettings settings, Phase phase, TpccSettings tpcc) {
    private static final String COMMAND_LINE = "command line, or else the file";

    RunInfo info(Database server) {
        ConfigFile config = settings.config();
        return new RunInfo(
                ConfigFile.BENCH,
                server.product(),
                settings.invocation().command(),
                settings.seed().value(),
                facts(),
                effective(),
                server,
                Map.of(plainName(config.name()), config.text()));
    }

    private Map<String, Object> facts() {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("phase", "execute");
        facts.put("engine", "squall");
        facts.put("config", settings.config().name());
        facts.put("work", phase.number());
        facts.put("warehouses", settings.scale().warehouses());
        facts.put("warehouses_total", settings.scale().total());
        facts.put(Share.FACT, share(settings.scale()).fact());
        facts.put("terminals", settings.crew().terminals(phase));
        facts.put("mix", tpcc.mix().label());
        facts.put("waits", tpcc.waits().isPresent());
        facts.put("isolation_asked", settings.config().server().isolation());
        facts.put("repeatable", true);
        return facts;
    }

    private SessionTerms sessions() {
        return settings.config().server().sessions();
    }

    private static Share share(Scale scale) {
        return new Share("warehouse", scale.from(), scale.last(), scale.total());
    }

    private Map<String, Setting> effective() {
        Map<String, Setting> effective = new LinkedHashMap<>();
        put(effective, "scalefactor", settings.scale().total());
        put(effective, "from-warehouse", settings.scale().from());
        put(effective, "warehouses", settings.scale().warehouses());
        put(effective, "seed", settings.seed().value());
        put(effective, "connection-per-transaction", sessions().connectionPerUnit());
        put(effective, "session-set-up", String.join("; ", sessions().setUp()));
        put(effective, "abort-on", settings.stopRules());
        put(effective, "error-budget", settings.terms().budget().share());
        return effective;
    }

    private static void put(Map<String, Setting> effective, String name, Object value) {
        effective.put(name, new Setting(String.valueOf(value), COMMAND_LINE));
    }

    private static String plainName(String file) {
        return String.valueOf(Path.of(file).getFileName()).replaceAll("[^\\w.\\-]", "_");
    }
}
