package squall.histories;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import squall.results.history.HistoryFormat;
import squall.results.history.RecordedHistory;

/** EDN format, in which Jepsen writes histories. */
public final class EdnHistoryFormat implements HistoryFormat {
    @Override
    public RecordedHistory read(Path file, BufferedReader in) throws IOException {
        return new EdnHistoryReader(file).read(in);
    }
}
