package squall.results.history;

import java.io.BufferedReader;
import java.io.IOException;

/** Reads one format of histories. */
interface HistoryReader {
    /** @throws IOException if it is no such history; the message names file, line and reason */
    RecordedHistory read(BufferedReader in) throws IOException;
}
