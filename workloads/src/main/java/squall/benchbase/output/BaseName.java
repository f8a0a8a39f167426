package squall.benchbase.output;

import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * What the names of all files of a run begin with: {@code tpcc_2026-11-21_07-30-00}.
 *
 * @param folder which they are in
 */
record BaseName(Path folder, String stem) {
    private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyy-MM-dd_HH-mm-ss", Locale.ROOT);

    /** @param now in local time, as BenchBase has it */
    static BaseName of(Path folder, String bench, LocalDateTime now) {
        return new BaseName(folder, bench + "_" + STAMP.format(now));
    }

    Path file(String suffix) {
        return folder.resolve(stem + suffix);
    }
}
