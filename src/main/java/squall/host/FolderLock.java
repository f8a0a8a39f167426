package squall.host;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * One holder at a time among all processes and threads, by a file that stays; the lock itself dies with its holder.
 *
 * <p>Not reentrant.
 */
public record FolderLock(Path file, Duration limit) {
    // Static on purpose: a POSIX file lock belongs to the whole process, and closing any other channel on the same file
    // drops it. So only one thread of this process may have the file open, and they must meet somewhere.
    private static final Map<Path, Semaphore> TURNS = new ConcurrentHashMap<>();

    /**
     * Waits for the lock, acts, and gives the lock back. The file is made if absent; its folder must be there.
     *
     * @throws IOException from the action; or naming the holder, if the lock is not free within the limit
     */
    public <T> T hold(Action<T> action) throws IOException, InterruptedException {
        var deadline = Deadline.in(limit);
        Path real = file.toAbsolutePath().resolveSibling(".").toRealPath().resolve(file.getFileName());
        Semaphore turn = TURNS.computeIfAbsent(real, path -> new Semaphore(1));
        if (!turn.tryAcquire(limit.toMillis(), TimeUnit.MILLISECONDS)) {
            throw held("another thread of this process");
        }
        try (var channel =
                FileChannel.open(real, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            if (!deadline.await(() -> channel.tryLock() != null)) {
                throw held("process " + holder(channel));
            }
            sign(channel);
            return action.act();
        } finally {
            turn.release();
        }
    }

    private static void sign(FileChannel channel) throws IOException {
        String pid = Long.toString(ProcessHandle.current().pid());
        channel.truncate(0).write(StandardCharsets.US_ASCII.encode(pid), 0);
    }

    private static String holder(FileChannel channel) throws IOException {
        var bytes = ByteBuffer.allocate(20);
        channel.read(bytes, 0);
        return StandardCharsets.US_ASCII.decode(bytes.flip()).toString();
    }

    private IOException held(String holder) {
        return new IOException(file + " is still held by " + holder + " after " + limit.toSeconds()
                + " s; let it end, then try again");
    }

    /** What is done under the lock. */
    @FunctionalInterface
    public interface Action<T> {
        T act() throws IOException, InterruptedException;
    }
}
