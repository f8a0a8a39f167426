package squall.results;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import squall.system.InputFile;
import squall.system.InvalidFileException;

/** {@code figures.json} of a run directory: the figures of its workload. */
public final class FiguresFile {
    private static final String NAME = "figures.json";

    private FiguresFile() {}

    public static void write(Path directory, List<WorkloadFigure> figures) throws IOException {
        AtomicFile.write(directory.resolve(NAME), CanonicalJson.pretty(figures));
    }

    /** None if the workload has none. */
    public static List<WorkloadFigure> read(Path directory) throws IOException {
        Path file = directory.resolve(NAME);
        List<WorkloadFigure> figures = new ArrayList<>();
        if (InputFile.exists(file)) {
            for (JsonNode json : CanonicalJson.read(file)) {
                if (!json.path("name").isTextual() || !json.path("amount").isNumber()) {
                    throw new InvalidFileException(file + ": a figure must have a text name and a number amount, not "
                            + InputFile.excerpt(json.toString()));
                }
                figures.add(figure(file, json));
            }
        }
        return figures;
    }

    private static WorkloadFigure figure(Path file, JsonNode json) throws IOException {
        try {
            return CanonicalJson.as(WorkloadFigure.class, json);
        } catch (IllegalArgumentException e) {
            throw new InvalidFileException(file + ": " + e.getMessage(), e);
        }
    }
}
