package squall.benchbase.output;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import squall.benchbase.output.ConsoleLines.BenchmarkPeriod;

/**
 * Log of every request of a command, in the order of time and with bounded memory: kept in files of ten seconds of a phase each, and sorted
 * one file at a time.
 *
 * <p>Sessions add blocks from their own threads, in the time of their phase; they need not know when it began by the wall clock. The log is
 * read after all sessions have ended.
 */
final class RequestLog implements Closeable {
    private static final long SLICE_US = 10_000_000;

    private final Path folder;
    private final NavigableSet<Slice> slices = new TreeSet<>();

    /** Slice of ten seconds of a phase, in the order of the phases and then of time. */
    private record Slice(int phase, long number) implements Comparable<Slice> {
        static Slice of(ByteBuffer requests, int position) {
            return new Slice(MeasuredRequest.phaseAt(requests, position), number(requests, position));
        }

        boolean holds(ByteBuffer requests, int position) {
            return phase == MeasuredRequest.phaseAt(requests, position) && number == number(requests, position);
        }

        private static long number(ByteBuffer requests, int position) {
            return MeasuredRequest.startUsAt(requests, position) / SLICE_US;
        }

        @Override
        public int compareTo(Slice other) {
            return phase == other.phase ? Long.compare(number, other.number) : Integer.compare(phase, other.phase);
        }
    }

    /** Reader of the log's requests. */
    interface RequestReader {
        void read(MeasuredRequest request) throws IOException;
    }

    /** @param parent folder in which one for the files is created; {@link #close} removes it */
    RequestLog(Path parent) throws IOException {
        folder = Files.createTempDirectory(parent, ".requests");
    }

    /** Appends requests. @param requests as {@link MeasuredRequest#put} wrote them, from position to limit; mostly in order of time */
    synchronized void add(ByteBuffer requests) throws IOException {
        int limit = requests.limit();
        while (requests.position() < limit) {
            Slice slice = Slice.of(requests, requests.position());
            int end = requests.position();
            while (end < limit && slice.holds(requests, end)) {
                end += MeasuredRequest.BYTES;
            }
            append(slice, requests.limit(end));
            requests.limit(limit);
        }
    }

    /** Reads all requests in the order in which they were sent. @param period tells when each phase began, since 1970 */
    synchronized void read(BenchmarkPeriod period, RequestReader reader) throws IOException {
        for (Slice slice : slices) {
            long phaseUs = period.startedAtEpochUs(slice.phase());
            for (MeasuredRequest request : sorted(slice)) {
                reader.read(request.from(phaseUs));
            }
        }
    }

    @Override
    public synchronized void close() throws IOException {
        for (Slice slice : slices) {
            Files.deleteIfExists(file(slice));
        }
        Files.deleteIfExists(folder);
    }

    private void append(Slice slice, ByteBuffer requests) throws IOException {
        slices.add(slice);
        try (FileChannel channel =
                FileChannel.open(file(slice), StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            while (requests.hasRemaining()) {
                channel.write(requests);
            }
        }
    }

    private List<MeasuredRequest> sorted(Slice slice) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file(slice)));
        List<MeasuredRequest> requests = new ArrayList<>(bytes.capacity() / MeasuredRequest.BYTES);
        while (bytes.hasRemaining()) {
            requests.add(MeasuredRequest.get(bytes));
        }
        requests.sort(Comparator.comparingLong(MeasuredRequest::startUs).thenComparingInt(MeasuredRequest::worker));
        return requests;
    }

    private Path file(Slice slice) {
        return folder.resolve(slice.phase() + "-" + slice.number());
    }

    /**
     * Request that was measured.
     *
     * @param type number of its transaction in the file, from 1
     * @param startUs time at which it was sent, in microseconds: since its phase began while it is kept, since 1970 when it is read
     * @param latencyUs time from then to the answer, retries included
     * @param worker number of its terminal, or of its session without terminals, from 1
     * @param phase number of its work in the file, from 1
     * @param end its outcome
     * @param retries attempts after the first
     */
    record MeasuredRequest(int type, long startUs, long latencyUs, int worker, int phase, RequestEnd end, int retries) {
        /** Size of a request in bytes, as {@link #put} writes it. */
        static final int BYTES = 2 * Long.BYTES + 5 * Integer.BYTES;

        private static final int PHASE_OFFSET = 2 * Long.BYTES + 2 * Integer.BYTES;

        /** Writes a request. Allocates nothing, because this happens within the measurement. */
        static void put(
                ByteBuffer buffer,
                int type,
                long startUs,
                long latencyUs,
                int worker,
                int phase,
                RequestEnd end,
                int retries) {
            buffer.putLong(startUs)
                    .putLong(latencyUs)
                    .putInt(type)
                    .putInt(worker)
                    .putInt(phase)
                    .putInt(end.code())
                    .putInt(retries);
        }

        static MeasuredRequest get(ByteBuffer buffer) {
            long startUs = buffer.getLong();
            long latencyUs = buffer.getLong();
            int type = buffer.getInt();
            int worker = buffer.getInt();
            int phase = buffer.getInt();
            return new MeasuredRequest(
                    type, startUs, latencyUs, worker, phase, RequestEnd.ofCode(buffer.getInt()), buffer.getInt());
        }

        /** Returns when the request at this position was sent, in microseconds since its phase began. */
        static long startUsAt(ByteBuffer buffer, int position) {
            return buffer.getLong(position);
        }

        static int phaseAt(ByteBuffer buffer, int position) {
            return buffer.getInt(position + PHASE_OFFSET);
        }

        private MeasuredRequest from(long phaseUs) {
            return new MeasuredRequest(type, phaseUs + startUs, latencyUs, worker, phase, end, retries);
        }
    }
}
