package squall.results.history;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;

/** Format of the histories of another tool; {@code META-INF/services} of its module names it. */
public interface HistoryFormat {
    /**
     * Reads a history.
     *
     * @param file for messages
     * @throws IOException if the text is not a history; the message names file, line and reason
     */
    RecordedHistory read(Path file, BufferedReader in) throws IOException;
}
