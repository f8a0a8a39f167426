package squall.experiment;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import squall.scenario.yaml.ScenarioSource;
import squall.scenario.yaml.YamlDocument;
import squall.scenario.yaml.YamlSection;
import squall.scenario.yaml.YamlValue;
import squall.system.CommandException;
import squall.system.InputFile;

/**
 * An experiment of the documents that no file repeats.
 *
 * @param numbers of the list of all experiments
 * @param reason what is missing, or what stands in its place
 */
public record UnavailableExperiment(List<Integer> numbers, String title, String reason) {
    private static final String FILE = "UNAVAILABLE.yaml";

    public UnavailableExperiment {
        numbers = List.copyOf(numbers);
    }

    /** All of them. @param folder {@code experiments/} */
    public static List<UnavailableExperiment> read(Path folder) throws CommandException {
        Path file = folder.resolve(FILE);
        try {
            ScenarioSource source = new ScenarioSource(file.toString(), InputFile.text(file));
            return YamlDocument.template(source, List.of("unavailable")).need("unavailable").items().stream()
                    .map(item -> entry(item.section(List.of("numbers", "title", "reason"))))
                    .toList();
        } catch (IOException e) {
            throw CommandException.of(e);
        }
    }

    private static UnavailableExperiment entry(YamlSection section) {
        return new UnavailableExperiment(
                section.need("numbers").items().stream().map(YamlValue::whole).toList(),
                section.need("title").text(),
                section.need("reason").text());
    }
}
