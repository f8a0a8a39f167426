package squall.apps.paper;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import squall.apps.paper.PaperExperiment.PaperOperation;
import squall.system.InputFile;
import squall.system.InvalidFileException;

/**
 * One named experiment over one API, as its file has it: an option of {@code bin/sample-apps} a line, and comments after {@code #}. Such a
 * file is also what {@code bin/sample-apps @FILE} takes.
 *
 * @param options by name without dashes; a switch has an empty value
 */
record ExperimentConfig(PaperExperiment experiment, PaperApi api, Map<String, String> options) {
    ExperimentConfig {
        options = Map.copyOf(options);
    }

    /** @throws IOException if the file is not there, or has a line that is no option; the message names file and line */
    static ExperimentConfig read(Path folder, PaperExperiment experiment, PaperApi api) throws IOException {
        Path file = folder.resolve(experiment.name(api));
        return new ExperimentConfig(experiment, api, options(file, InputFile.lines(file)));
    }

    String name() {
        return experiment.name(api);
    }

    String workload() {
        return options.getOrDefault("workload", "");
    }

    /** How many sessions perform operations of this kind. */
    long threads(PaperOperation kind) {
        return Long.parseLong(options.getOrDefault(kind.threadsOption(), "0"));
    }

    /** Whether it makes the rows that it works on. */
    boolean inserts() {
        return !options.containsKey("max_written_key");
    }

    ExperimentConfig scaled(PaperScale scale) {
        return new ExperimentConfig(experiment, api, scale.of(options));
    }

    ExperimentConfig with(String option, String value) {
        Map<String, String> more = new LinkedHashMap<>(options);
        more.put(option, value);
        return new ExperimentConfig(experiment, api, more);
    }

    /** The command line, the workload first. */
    List<String> words() {
        List<String> words = new ArrayList<>(List.of("--workload", workload()));
        new TreeMap<>(options).forEach((name, value) -> {
            if (!name.equals("workload")) {
                words.add("--" + name);
                words.addAll(value.isEmpty() ? List.of() : List.of(value));
            }
        });
        return words;
    }

    private static Map<String, String> options(Path file, List<String> lines) throws IOException {
        Map<String, String> options = new LinkedHashMap<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            String[] words = line.split("\\s+", -1);
            if (!words[0].startsWith("--") || words.length > 2 || options.containsKey(words[0].substring(2))) {
                throw new InvalidFileException(file + ":" + (i + 1)
                        + ": must be one option with its value, which no other line has, not '" + line + "'");
            }
            options.put(words[0].substring(2), words.length == 2 ? words[1] : "");
        }
        return options;
    }
}
