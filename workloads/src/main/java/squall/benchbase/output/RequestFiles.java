package squall.benchbase.output;

import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;

/** The files that are made of single requests: {@code .raw.csv}, {@code .samples.csv} and the {@code .results*.csv}. */
final class RequestFiles implements Closeable, RequestLog.Reader {
    // The header says microseconds, the column holds seconds: BenchBase's readers know, so it stays.
    private static final String RAW_HEADER =
            "Transaction Type Index,Transaction Name,Start Time (microseconds),Latency (microseconds),Worker Id (start"
                    + " number),Phase Id (index in config file)\n";

    private final BaseName base;
    private final TypeNumbers types;
    private final int windowSeconds;
    private final long endUs;
    private final BufferedWriter raw;
    private final List<WindowFile> everything = new ArrayList<>();
    private final List<WindowFile> byType = new ArrayList<>();

    /**
     * @param windowSeconds of the results files
     * @param endUs when the measured time was over
     */
    RequestFiles(BaseName base, TypeNumbers types, int windowSeconds, long endUs) throws IOException {
        this.base = base;
        this.types = types;
        this.windowSeconds = windowSeconds;
        this.endUs = endUs;
        this.raw = Files.newBufferedWriter(base.file(".raw.csv"));
        raw.write(RAW_HEADER);
    }

    @Override
    public void read(Request request) throws IOException {
        if (everything.isEmpty()) {
            openWindows(request.startUs());
        }
        raw.write(line(request));
        for (WindowFile file : everything) {
            file.add(request);
        }
        byType.get(request.type() - 1).add(request);
    }

    /** Closes every file, also if one of them cannot be. */
    @Override
    public void close() throws IOException {
        if (everything.isEmpty()) {
            openWindows(endUs);
        }
        List<Closeable> files = new ArrayList<>(everything);
        files.addAll(byType);
        files.add(raw);
        closeAll(files);
    }

    private void openWindows(long startUs) throws IOException {
        everything.add(new WindowFile(base.file(".samples.csv"), WindowForm.SAMPLES, 1, startUs, endUs));
        everything.add(results(".results.csv", startUs));
        for (String name : types.names()) {
            byType.add(results(".results." + name + ".csv", startUs));
        }
    }

    private WindowFile results(String suffix, long startUs) throws IOException {
        return new WindowFile(base.file(suffix), WindowForm.RESULTS, windowSeconds, startUs, endUs);
    }

    private String line(Request request) {
        long us = request.startUs();
        return request.type() + "," + types.name(request.type()) + "," + us / 1_000_000 + "."
                + sixDigits(us % 1_000_000) + "," + request.latencyUs() + "," + request.worker() + ","
                + request.phase() + "\n";
    }

    private static String sixDigits(long number) {
        String digits = Long.toString(number);
        return "0".repeat(6 - digits.length()) + digits;
    }

    private static void closeAll(List<Closeable> files) throws IOException {
        if (files.isEmpty()) {
            return;
        }
        try {
            files.getFirst().close();
        } finally {
            closeAll(files.subList(1, files.size()));
        }
    }
}
