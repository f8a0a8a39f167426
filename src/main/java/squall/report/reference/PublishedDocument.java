package squall.report.reference;

import java.util.List;

/**
 * What one document publishes.
 *
 * @param title with who wrote it
 * @param chartsOnly what it shows in pictures, without a number to compare with
 */
public record PublishedDocument(String title, List<PublishedTable> tables, List<String> chartsOnly) {
    public PublishedDocument {
        tables = List.copyOf(tables);
        chartsOnly = List.copyOf(chartsOnly);
    }
}
