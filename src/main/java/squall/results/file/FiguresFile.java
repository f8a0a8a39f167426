package squall.results.file;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import squall.system.InputFile;
import squall.system.InvalidFileException;

/** {@code figures.json} of a run directory: the figures of its workload. */
public final class FiguresFile {
    public static final String NAME = "figures.json";

    private FiguresFile() {}

    public static void write(Path directory, List<WorkloadFigure> figures) throws IOException {
        AtomicFile.write(directory.resolve(NAME), CanonicalJson.pretty(figures));
    }

    /** @throws IOException if the file does not exist or is damaged; the message names it */
    public static List<WorkloadFigure> read(Path file) throws IOException {
        List<WorkloadFigure> figures = new ArrayList<>();
        for (JsonNode json : CanonicalJson.read(file)) {
            if (!json.path("name").isTextual() || !json.path("amount").isNumber()) {
                throw new InvalidFileException(file + ": a figure must have a text name and a number amount, not "
                        + InputFile.excerpt(json.toString()));
            }
            figures.add(figure(file, json));
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

    /**
     * Headline figure of a workload, as {@code figures.json} records it, so that the figures of several clients can be added.
     *
     * @param name {@code tpmC}
     * @param unit {@code %}, empty if it has none
     * @param amount the value that adds up over clients
     * @param of the whole of which the amount is a share, which adds up too; empty if the amount is the figure itself
     */
    @JsonPropertyOrder({"name", "unit", "value", "amount", "of"})
    public record WorkloadFigure(String name, String unit, double amount, OptionalDouble of) {
        /** Upper bound of a percentage; chance may exceed slightly what is possible on average. */
        private static final double MOST_PERCENT = 101;

        /** Creates a figure that adds up: a rate, a count. */
        public static WorkloadFigure sum(String name, String unit, double amount) {
            return new WorkloadFigure(name, unit, amount, OptionalDouble.empty());
        }

        /** Creates a percentage of the possible maximum. */
        public static WorkloadFigure percent(String name, double amount, double of) {
            return new WorkloadFigure(name, "%", amount, OptionalDouble.of(of));
        }

        /** Returns the value, even if it exceeds the possible maximum. */
        public double value() {
            return of.isEmpty() ? amount : 100 * amount / of.getAsDouble();
        }

        /** Returns the value; empty if it exceeds the possible maximum, and so is no share of it. */
        @JsonProperty(value = "value", access = JsonProperty.Access.READ_ONLY)
        public OptionalDouble possibleValue() {
            return impossible() ? OptionalDouble.empty() : OptionalDouble.of(value());
        }

        /** Adds the same figure of another client. */
        public WorkloadFigure plus(WorkloadFigure other) {
            return new WorkloadFigure(
                    name,
                    unit,
                    amount + other.amount,
                    of.isEmpty() ? of : OptionalDouble.of(of.getAsDouble() + other.of.orElseThrow()));
        }

        /** Formats the value without its unit; "–" if it exceeds the possible maximum, and so is no share of it. */
        public String text() {
            return impossible() ? "–" : String.format(Locale.ROOT, "%,.1f", value());
        }

        /** Formats the value with its unit. */
        public String shown() {
            return impossible() ? text() : (text() + " " + unit).strip();
        }

        private boolean impossible() {
            return of.isPresent() && value() > MOST_PERCENT;
        }

        public String line() {
            return name + " " + shown();
        }
    }
}
