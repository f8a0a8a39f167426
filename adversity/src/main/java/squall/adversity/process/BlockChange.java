package squall.adversity.process;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/**
 * Change of some bytes of a file, with the bytes that were there before: those after it replace them, or the file ends where they began.
 * Immutable: the arrays belong to it.
 */
final class BlockChange {
    /** Number of bytes on each side of a changed one that must be as they were left, before it is put back into a block that was rewritten. */
    private static final int NEIGHBOURS = 16;

    private final Path file;
    private final long offset;
    private final byte[] before;
    private final byte[] after;

    /**
     * @param offset of the first byte
     * @param before bytes that the file had there; for a cut all up to its end
     * @param after bytes that it has instead, as many; none for a cut
     */
    BlockChange(Path file, long offset, byte[] before, byte[] after) {
        if (after.length != 0 && after.length != before.length) {
            throw new IllegalArgumentException(
                    "a change keeps the length, but " + before.length + " bytes would become " + after.length);
        }
        this.file = file;
        this.offset = offset;
        this.before = before;
        this.after = after;
    }

    Path file() {
        return file;
    }

    long offset() {
        return offset;
    }

    byte[] before() {
        return before;
    }

    byte[] after() {
        return after;
    }

    /** Result of undoing a change. */
    enum Undone {
        /** Bytes that are as they were before. */
        RESTORED,
        /** Bytes that stay: the database has written them there since, or has removed the file. */
        REPLACED
    }

    boolean cut() {
        return after.length == 0;
    }

    /** Returns whether the file has the changed bytes now. */
    boolean present() throws IOException {
        if (!Files.exists(file)) {
            return false;
        }
        return cut() ? Files.size(file) == offset : Arrays.equals(read(file, offset, after.length), after);
    }

    /** Changes the file, on the disk itself, if it still has the bytes from before, and, where it is to be cut, no others after them. */
    void apply() throws IOException {
        boolean grown = cut() && Files.size(file) != offset + before.length;
        if (grown || !Arrays.equals(read(file, offset, before.length), before)) {
            return;
        }
        if (cut()) {
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                channel.truncate(offset);
                channel.force(true);
            }
        } else {
            write(after);
        }
    }

    /**
     * Puts the bytes from before back, on the disk itself, where the changed ones still are. Of a block that the database has rewritten, only
     * a byte whose neighbourhood is untouched is put back: the rest may be what clients wrote since. The node must be down.
     *
     * @throws IOException if the file does not have them afterwards
     */
    Undone undo() throws IOException {
        if (!Files.exists(file)) {
            return Undone.REPLACED;
        }
        if (present()) {
            write(before);
            if (!Arrays.equals(read(file, offset, before.length), before)) {
                throw new IOException(file + " does not have the bytes that were put back at " + offset);
            }
            return Undone.RESTORED;
        }
        byte[] now = read(file, offset, before.length);
        if (Arrays.equals(now, before)) {
            return Undone.RESTORED;
        }
        return !cut() && now.length == after.length && undoOneByte(now) ? Undone.RESTORED : Undone.REPLACED;
    }

    private boolean undoOneByte(byte[] now) throws IOException {
        int place = Arrays.mismatch(before, after);
        int from = Math.max(0, place - NEIGHBOURS);
        int to = Math.min(after.length, place + 1 + NEIGHBOURS);
        if (changedBytes() != 1 || !Arrays.equals(now, from, to, after, from, to)) {
            return false;
        }
        now[place] = before[place];
        write(now);
        return true;
    }

    /** Returns the number of bytes that differ. */
    int changedBytes() {
        if (cut()) {
            return before.length;
        }
        int changed = 0;
        for (int i = 0; i < after.length; i++) {
            changed += before[i] == after[i] ? 0 : 1;
        }
        return changed;
    }

    /** Returns the offset in the file of the first byte that differs. */
    long firstChanged() {
        return cut() ? offset : offset + Math.max(0, Arrays.mismatch(before, after));
    }

    private void write(byte[] bytes) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            ByteBuffer left = ByteBuffer.wrap(bytes);
            while (left.hasRemaining()) {
                channel.write(left, offset + left.position());
            }
            channel.force(true);
        }
    }

    /** Reads bytes of a file; fewer if it ends before. */
    static byte[] read(Path file, long offset, int length) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            ByteBuffer buffer = ByteBuffer.allocate(length);
            while (buffer.hasRemaining()) {
                if (channel.read(buffer, offset + buffer.position()) < 0) {
                    break;
                }
            }
            return Arrays.copyOf(buffer.array(), buffer.position());
        }
    }

    @Override
    public String toString() {
        return file.getFileName()
                + (cut()
                        ? " cut at " + offset + " by " + before.length + " bytes"
                        : " at " + firstChanged() + ", " + changedBytes() + (changedBytes() == 1 ? " byte" : " bytes"));
    }
}
