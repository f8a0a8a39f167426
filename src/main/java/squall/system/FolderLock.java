package squall.system;

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
import org.jspecify.annotations.Nullable;

/**
 * Lock with one holder at a time among all processes and threads, by a file that stays; the lock itself is released when its holder ends.
 *
 * <p>Not reentrant.
 */
public record FolderLock(Path file, Duration limit) {
    // Static on purpose: a POSIX file lock belongs to the whole process, and closing any other channel on the same file
    // drops it. So only one thread of this process may have the file open, and they must share this map.
    private static final Map<Path, Semaphore> TURNS = new ConcurrentHashMap<>();

    /**
     * Waits for the lock, acts, and releases the lock. The file is created if absent; its folder must exist.
     *
     * @throws HeldException naming the holder, if the lock is not free within the limit
     * @throws IOException from the action, or if the file cannot be written
     */
    public <T> T hold(LockedAction<T> action) throws IOException, InterruptedException {
        Held held = take();
        try {
            return action.act();
        } finally {
            held.close();
        }
    }

    /**
     * Waits for the lock and keeps it until the returned value is closed, or this process is gone.
     *
     * @throws HeldException naming the holder, if the lock is not free within the limit
     * @throws IOException if the file cannot be written
     */
    public Held take() throws IOException, InterruptedException {
        var deadline = PollDeadline.in(limit);
        Path real = file.toAbsolutePath().resolveSibling(".").toRealPath().resolve(file.getFileName());
        Semaphore turn = TURNS.computeIfAbsent(real, path -> new Semaphore(1));
        if (!turn.tryAcquire(limit.toMillis(), TimeUnit.MILLISECONDS)) {
            throw held("another thread of this process");
        }
        @Nullable FileChannel channel = null;
        boolean taken = false;
        try {
            channel = FileChannel.open(
                    real, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            FileChannel open = channel;
            if (!deadline.await(() -> open.tryLock() != null)) {
                throw held("process " + holder(open));
            }
            sign(open);
            taken = true;
            return new Held(open, turn);
        } finally {
            if (!taken) {
                release(channel, turn);
            }
        }
    }

    private static void release(@Nullable FileChannel channel, Semaphore turn) throws IOException {
        try {
            if (channel != null) {
                channel.close(); // first, as closing it in another's turn would drop that one's lock
            }
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

    private HeldException held(String holder) {
        return new HeldException(file + " is still held by " + holder + " after " + limit.toSeconds()
                + " s; wait for it to end, then try again");
    }

    /** Exception for a lock that another holds. */
    public static final class HeldException extends IOException {
        private static final long serialVersionUID = 1;

        private HeldException(String message) {
            super(message);
        }
    }

    /** Lock that was acquired; its owner closes it once. */
    public static final class Held implements AutoCloseable {
        private final FileChannel channel;
        private final Semaphore turn;

        private Held(FileChannel channel, Semaphore turn) {
            this.channel = channel;
            this.turn = turn;
        }

        @Override
        public void close() throws IOException {
            release(channel, turn);
        }
    }

    /** Action to execute while the lock is held. */
    @FunctionalInterface
    public interface LockedAction<T> {
        T act() throws IOException, InterruptedException;
    }
}
