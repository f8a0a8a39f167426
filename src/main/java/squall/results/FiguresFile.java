package squall.results;

import squall.host.InputFile;
import squall.host.InvalidFileException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** {@code figures.json} of a run directory: the figures of its workload. */
public final class FiguresFile {
    private static final String NAME = "figures.json";

    private FiguresFile() {}

    public static void write(Path directory, List<Figure> figures) throws IOException {
        WholeFile.write(
                directory.resolve(NAME),
                Json.pretty(figures.stream().map(FiguresFile::json).toList()));
    }

    /** None if the workload has none. */
    public static List<Figure> read(Path directory) throws IOException {
        Path file = directory.resolve(NAME);
        List<Figure> figures = new ArrayList<>();
        if (InputFile.exists(file)) {
            for (JsonNode json : Json.read(file)) {
                if (!json.path("name").isTextual() || !json.path("amount").isNumber()) {
                    throw new InvalidFileException(
                            file + ": a figure must have a text name and a number amount, not "
                                    + InputFile.excerpt(json.toString()));
                }
                figures.add(figure(json));
            }
        }
        return figures;
    }

    private static Map<String, Object> json(Figure figure) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", figure.name());
        json.put("unit", figure.unit());
        json.put("value", figure.value());
        json.put("amount", figure.amount());
        figure.of().ifPresent(of -> json.put("of", of));
        return json;
    }

    private static Figure figure(JsonNode json) {
        JsonNode of = json.path("of");
        return new Figure(
                json.path("name").asText(),
                json.path("unit").asText(),
                json.path("amount").asDouble(),
                of.isNumber() ? OptionalDouble.of(of.asDouble()) : OptionalDouble.empty());
    }
}
