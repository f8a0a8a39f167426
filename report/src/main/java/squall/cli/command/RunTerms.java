package squall.cli.command;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import squall.engine.schedule.StopRule;
import squall.results.RunInfo.Setting;
import squall.system.CommandException;
import squall.verdict.ErrorBudget;

/**
 * Settings of a run on the command line, apart from its load.
 *
 * @param results folder for the run directory
 * @param tags by which the list of runs finds it: {@link RunTags}
 * @param reproduce the command line that repeats the run, including a drawn seed; secrets are masked where it is shown
 */
public record RunTerms(Path results, ErrorBudget budget, List<String> tags, List<String> reproduce) {
    public RunTerms {
        tags = List.copyOf(tags);
        reproduce = List.copyOf(reproduce);
    }

    /** Returns the effective settings of a run for its manifest. @param own those of its workload @param origin where they were set */
    public Map<String, Setting> settings(Map<String, Object> own, List<StopRule> stopRules, String origin) {
        Map<String, Object> all = new LinkedHashMap<>(own);
        all.put("abort-on", stopRules);
        all.put("error-budget", budget.share());
        Map<String, Setting> settings = new LinkedHashMap<>();
        all.forEach((name, value) -> settings.put(name, new Setting(String.valueOf(value), origin)));
        return settings;
    }

    /**
     * Creates the folder of results; called before a database is touched.
     *
     * @throws CommandException if it cannot be created or written to, or its disk is full
     */
    public void makeResults() throws CommandException {
        OutputFolder.ofResults(results).make();
    }
}
