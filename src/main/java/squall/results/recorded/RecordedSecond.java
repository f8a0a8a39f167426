package squall.results.recorded;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import squall.results.file.CsvRow;
import squall.results.file.TimeSeriesFile;

/**
 * Second of one operation, as recorded in {@code timeseries.csv}. Percentiles are for display, not to be averaged; merged ones come from
 * the histogram logs.
 *
 * @param ok acknowledged, by due second
 * @param refused by due second
 * @param unknown by due second
 * @param completedOk acknowledged, by second of completion
 * @param completed ended in any way, by second of completion
 * @param p50Ms of operations due in this second and acknowledged, or unanswered until the end of the run; empty if there was neither, like
 *     the other two
 * @param inFlight operations of all kinds that were sent and not answered when the second ended
 * @param lagMs how far sending was behind the schedule when the second ended
 * @param oldestMs time since the oldest operation in flight was due, when the second ended
 * @param firstOkMs from the second's beginning, when the first whole operation of any kind was acknowledged; empty if none was
 */
public record RecordedSecond(
        long second,
        String phase,
        String operation,
        long ok,
        long refused,
        long unknown,
        long retries,
        long completedOk,
        long completed,
        OptionalDouble p50Ms,
        OptionalDouble p99Ms,
        OptionalDouble maxMs,
        long inFlight,
        double lagMs,
        double oldestMs,
        OptionalDouble firstOkMs,
        OptionalDouble lastOkMs) {

    /** Reads all complete lines of the file. */
    static List<RecordedSecond> read(Path file) throws IOException {
        return CsvRow.readAll(file, TimeSeriesFile.HEADER, RecordedSecond::second);
    }

    private static RecordedSecond second(CsvRow row) {
        return new RecordedSecond(
                row.count("t_s"),
                row.text("phase"),
                row.text("operation"),
                row.count("due_ok"),
                row.count("due_refused"),
                row.count("due_unknown"),
                row.count("due_retries"),
                row.count("completed_ok_per_s"),
                row.count("completed_per_s"),
                row.optionalNumber("p50_ms"),
                row.optionalNumber("p99_ms"),
                row.optionalNumber("max_ms"),
                row.count("inflight"),
                row.optionalNumber("lag_ms").orElse(0),
                row.optionalNumber("oldest_ms").orElse(0),
                row.optionalNumber("first_ok_ms"),
                row.optionalNumber("last_ok_ms"));
    }
}
