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

/**
 * Every request of a run, in the order of time and with bounded memory: kept in files of ten seconds each and sorted a file at a time.
 *
 * <p>Sessions add blocks from their own threads; the whole is read when all have ended.
 */
final class RequestLog implements Closeable {
    private static final long SLICE_US = 10_000_000;

    private final Path folder;
    private final NavigableSet<Long> slices = new TreeSet<>();

    /** What the requests are read by. */
    interface RequestReader {
        void read(MeasuredRequest request) throws IOException;
    }

    /** @param parent where a folder is made for the files, which {@link #close} removes */
    RequestLog(Path parent) throws IOException {
        folder = Files.createTempDirectory(parent, ".requests");
    }

    /** @param requests as {@link MeasuredRequest#put} wrote them, from position to limit; mostly in order of time */
    synchronized void add(ByteBuffer requests) throws IOException {
        int limit = requests.limit();
        while (requests.position() < limit) {
            long slice = slice(requests, requests.position());
            int end = requests.position();
            while (end < limit && slice(requests, end) == slice) {
                end += MeasuredRequest.BYTES;
            }
            append(slice, requests.limit(end));
            requests.limit(limit);
        }
    }

    /** All requests by the time they were sent. */
    synchronized void read(RequestReader reader) throws IOException {
        for (long slice : slices) {
            for (MeasuredRequest request : sorted(slice)) {
                reader.read(request);
            }
        }
    }

    @Override
    public synchronized void close() throws IOException {
        for (long slice : slices) {
            Files.deleteIfExists(file(slice));
        }
        Files.deleteIfExists(folder);
    }

    private void append(long slice, ByteBuffer requests) throws IOException {
        slices.add(slice);
        try (FileChannel channel =
                FileChannel.open(file(slice), StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            while (requests.hasRemaining()) {
                channel.write(requests);
            }
        }
    }

    private List<MeasuredRequest> sorted(long slice) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file(slice)));
        List<MeasuredRequest> requests = new ArrayList<>(bytes.capacity() / MeasuredRequest.BYTES);
        while (bytes.hasRemaining()) {
            requests.add(MeasuredRequest.get(bytes));
        }
        requests.sort(Comparator.comparingLong(MeasuredRequest::startUs).thenComparingInt(MeasuredRequest::worker));
        return requests;
    }

    private Path file(long slice) {
        return folder.resolve(Long.toString(slice));
    }

    private static long slice(ByteBuffer requests, int position) {
        return MeasuredRequest.startUsAt(requests, position) / SLICE_US;
    }

    /**
     * One measured request.
     *
     * @param type its place in the file's transaction types, from 1
     * @param startUs when it was sent, microseconds since 1970
     * @param latencyUs from then to the answer, retries included
     * @param worker from 1
     * @param phase its place in the file's works, from 1
     * @param end how it ended
     * @param retries attempts beyond the first
     */
    record MeasuredRequest(int type, long startUs, long latencyUs, int worker, int phase, RequestEnd end, int retries) {
        /** How many bytes {@link #put} takes. */
        static final int BYTES = 2 * Long.BYTES + 5 * Integer.BYTES;

        /** Writes one; nothing is made on the way, as this is done within the measurement. */
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

        /** When the one that begins at this place was sent. */
        static long startUsAt(ByteBuffer buffer, int position) {
            return buffer.getLong(position);
        }
    }
}
