package squall.report.reference;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** All published figures that Squall knows: the files of {@code results/reference}, which are part of the class path. */
public record PublishedFigures(List<PublishedTable> tables) {
    private static final List<String> DOCUMENTS = List.of("ycsb", "paper", "overview", "thesis", "guide");

    public PublishedFigures {
        tables = List.copyOf(tables);
    }

    public static PublishedFigures load() {
        List<PublishedTable> tables = new ArrayList<>();
        for (String document : DOCUMENTS) {
            tables.addAll(read(document + ".json"));
        }
        return new PublishedFigures(tables);
    }

    public Optional<PublishedTable> find(String name) {
        return tables.stream().filter(table -> table.name().equals(name)).findFirst();
    }

    public List<String> names() {
        return tables.stream().map(PublishedTable::name).toList();
    }

    private static List<PublishedTable> read(String file) {
        try (InputStream text = PublishedFigures.class.getResourceAsStream(file)) {
            if (text == null) {
                throw new IllegalStateException(file + " is missing beside " + PublishedFigures.class);
            }
            return DocumentFile.read(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
