package squall.spi;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import squall.spi.Cluster.Node;
import squall.spi.Cluster.State;

/**
 * Capability of a cluster of naming the files in which nodes store data, which are on this machine, so that a fault can corrupt them. A file
 * consists of blocks, the unit in which the database reads and verifies it.
 */
public interface StoredFiles {
    /** Lists the kinds of files that the database has, the usual one first. */
    List<FileKind> fileKinds();

    /** Returns the files of a node. */
    DataFiles files(Node node) throws IOException, InterruptedException;

    /** View of the files of one node; each call reads the current state. */
    interface DataFiles {
        /** Makes the node write to its files of a kind what it holds in memory alone. @throws IOException if it is not {@link State#UP} */
        void flush(FileKind kind) throws IOException, InterruptedException;

        /**
         * Lists the parts of the files of a kind that hold what clients wrote; files that belong to the database itself are not among them.
         *
         * @throws IOException if the node is not {@link State#UP}: it is asked
         */
        List<FilePart> parts(FileKind kind) throws IOException, InterruptedException;

        /** Returns the part of a block that holds something; by default from the first to the last byte that is not zero. Pure. */
        default BlockContent content(FileKind kind, byte[] block) {
            return BlockContent.nonZero(block);
        }

        /** Returns the folder for copies of what a fault changes; outside of the node's data, and missing while there are none. */
        Path keptCopies();

        /** Lists what the node has reported about corrupt data since a moment, by its log and its statistics; a line each. */
        List<String> reports(Instant since) throws IOException, InterruptedException;
    }

    /** Kind of a file. */
    enum FileKind {
        /** Write-ahead log. */
        WAL(true),
        /** Rows of tables. */
        DATA(false),
        /** Indexes of tables. */
        INDEX(false),
        /** Sorted tables, which never change. */
        SSTABLE(false),
        /** Log of writes that are not in a sorted table yet. */
        COMMITLOG(true);

        private final boolean ofRecovery;

        FileKind(boolean ofRecovery) {
            this.ofRecovery = ofRecovery;
        }

        /** Returns whether nodes read such files only when they recover from a crash: after a clean stop they need none of it. */
        public boolean ofRecovery() {
            return ofRecovery;
        }

        /** Returns whether such files are complete when they appear, so that no block of them has an older content. */
        public boolean writtenOnce() {
            return this == SSTABLE;
        }

        /** Returns the word that users write. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Part of a file.
     *
     * @param from offset in bytes of its first block
     * @param to offset in bytes after its last one; {@link Long#MAX_VALUE} for the end of the file
     */
    record FilePart(Path file, long from, long to, int blockBytes) {
        public FilePart {
            if (from < 0 || to < from || blockBytes < 1) {
                throw new IllegalArgumentException(
                        file + " has no part from " + from + " to " + to + " of blocks of " + blockBytes + " bytes");
            }
        }

        /** Returns a whole file. */
        public static FilePart whole(Path file, int blockBytes) {
            return new FilePart(file, 0, Long.MAX_VALUE, blockBytes);
        }
    }

    /** Half-open range of the bytes of a block that hold something. */
    record BlockContent(int from, int to) {
        /** Content of a block that holds nothing. */
        public static final BlockContent NONE = new BlockContent(0, 0);

        /** Returns the range from the first to the last byte that is not zero. */
        public static BlockContent nonZero(byte[] block) {
            int from = 0;
            int to = block.length;
            while (from < to && block[from] == 0) {
                from++;
            }
            while (to > from && block[to - 1] == 0) {
                to--;
            }
            return from == to ? NONE : new BlockContent(from, to);
        }

        public int bytes() {
            return to - from;
        }
    }
}
