package squall.report.reference;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;

/** All published figures that Squall knows: the files of {@code results/reference}, which are part of the class path. */
public record PublishedFigures(List<PublishedDocument> documents) {
    private static final List<String> DOCUMENTS = List.of("ycsb", "paper", "overview", "thesis", "guide");

    public PublishedFigures {
        documents = List.copyOf(documents);
    }

    public static PublishedFigures load() {
        return new PublishedFigures(
                DOCUMENTS.stream().map(document -> read(document + ".json")).toList());
    }

    public List<PublishedTable> tables() {
        return documents.stream()
                .flatMap(document -> document.tables().stream())
                .toList();
    }

    public Optional<PublishedTable> find(String name) {
        return tables().stream().filter(table -> table.name().equals(name)).findFirst();
    }

    public List<String> names() {
        return tables().stream().map(PublishedTable::name).toList();
    }

    private static PublishedDocument read(String file) {
        try (InputStream text = PublishedFigures.class.getResourceAsStream(file)) {
            if (text == null) {
                throw new IllegalStateException(file + " is missing next to " + PublishedFigures.class);
            }
            return PublishedDocumentFile.read(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
