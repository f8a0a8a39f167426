package squall.testbed.postgres;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import squall.spi.StoredFiles.BlockContent;
import squall.spi.StoredFiles.DataFiles;
import squall.spi.StoredFiles.FileKind;
import squall.spi.StoredFiles.FilePart;
import squall.testbed.host.ServerLog;

/**
 * Locator of the files in which a PostgreSQL server has what clients wrote.
 *
 * @param data the data directory
 * @param logs of the server, the oldest first
 */
public record PostgresFiles(Path data, Path keptCopies, List<Path> logs, AskedServer server) implements DataFiles {
    /** Kinds of files that PostgreSQL has. */
    public static final List<FileKind> KINDS = List.of(FileKind.DATA, FileKind.INDEX, FileKind.WAL);

    private static final int PAGE = 8192;
    private static final int PAGE_HEADER = 24;
    private static final int PD_LOWER = 12; // offsets in the header of a page
    private static final int PD_UPPER = 14;
    private static final int PD_SPECIAL = 16;
    private static final long SEGMENT = 16L << 20;
    private static final long SEGMENTS_PER_NAME = (1L << 32) / SEGMENT;

    /** Lines by which a server reports what is corrupt. The usual ends of the log, of length 0 or with an older page, are not among them. */
    private static final Pattern CORRUPT = Pattern.compile("invalid page in block|page verification failed"
            + "|could not read blocks?|incorrect resource manager data checksum|invalid resource manager ID"
            + "|could not locate a valid checkpoint record|invalid (primary )?checkpoint record|unexpected zero page"
            + "|incorrect prev-link|is corrupt|data corrupted|could not find redo location");

    /** Relations of clients with their files, and how often their rows were read; names of catalogs are PostgreSQL's own. */
    private static final String RELATIONS = """
            SELECT pg_relation_filepath(c.oid) || ' ' || CASE c.relkind WHEN 'i'
              THEN coalesce(pg_stat_get_numscans(c.oid), 0)
              ELSE coalesce(pg_stat_get_tuples_returned(c.oid), 0) + coalesce(pg_stat_get_tuples_fetched(c.oid), 0) END
            FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE c.relkind IN (KINDS) AND c.relpersistence = 'p' AND pg_relation_size(c.oid) > 0
              AND n.nspname <> 'information_schema' AND n.nspname NOT LIKE 'pg\\_%'
            ORDER BY 1""";

    /** Log that a recovery would replay: its first and last byte, and the number of the timeline. */
    private static final String LOG = """
            SELECT (redo_lsn - '0/0'::pg_lsn) || ' ' || ((CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn()
              ELSE pg_current_wal_flush_lsn() END) - '0/0'::pg_lsn) || ' ' || timeline_id FROM pg_control_checkpoint()""";

    public PostgresFiles {
        logs = List.copyOf(logs);
    }

    /** Server that the files belong to. */
    public interface AskedServer {
        /** Returns the first column of each row, in the clients' database. */
        List<String> rows(String query) throws IOException;

        /** Writes all changed pages to the disk. */
        void checkpoint() throws IOException, InterruptedException;

        /** Returns whether it answers queries. */
        boolean up() throws IOException, InterruptedException;
    }

    @Override
    public void flush(FileKind kind) throws IOException, InterruptedException {
        server.checkpoint();
    }

    /** {@inheritDoc} Of several relations those that clients read. */
    @Override
    public List<FilePart> parts(FileKind kind) throws IOException {
        return switch (kind) {
            case DATA -> relations("'r', 'm'");
            case INDEX -> relations("'i'");
            case WAL -> log();
            case SSTABLE, COMMITLOG -> throw new IOException("PostgreSQL has no files of the kind " + kind.word());
        };
    }

    private List<FilePart> relations(String kinds) throws IOException {
        List<String> rows = server.rows(RELATIONS.replace("KINDS", kinds));
        List<String> read = rows.stream().filter(row -> !row.endsWith(" 0")).toList();
        List<FilePart> parts = new ArrayList<>();
        for (String row : read.isEmpty() ? rows : read) {
            Path first = data.resolve(row.substring(0, row.indexOf(' ')));
            Path segment = first;
            for (int number = 1; Files.exists(segment); number++) {
                parts.add(FilePart.whole(segment, PAGE));
                segment = first.resolveSibling(first.getFileName() + "." + number);
            }
        }
        return parts;
    }

    private List<FilePart> log() throws IOException {
        String[] words = server.rows(LOG).getFirst().split(" ", -1);
        long from = Long.parseLong(words[0]);
        long to = Long.parseLong(words[1]);
        int timeline = Integer.parseInt(words[2]);
        List<FilePart> parts = new ArrayList<>();
        for (long number = from / SEGMENT; number * SEGMENT < to; number++) {
            long start = number * SEGMENT;
            String name = String.format(
                    Locale.ROOT, "%08X%08X%08X", timeline, number / SEGMENTS_PER_NAME, number % SEGMENTS_PER_NAME);
            parts.add(new FilePart(
                    data.resolve("pg_wal").resolve(name),
                    Math.max(0, from - start),
                    Math.min(SEGMENT, to - start),
                    PAGE));
        }
        return parts;
    }

    /** Returns the rows or entries of a page, without its header and the room between; of the log any byte that is not zero. */
    @Override
    public BlockContent content(FileKind kind, byte[] block) {
        if (kind == FileKind.WAL || block.length < PAGE) {
            return BlockContent.nonZero(block);
        }
        ByteBuffer page = ByteBuffer.wrap(block).order(ByteOrder.nativeOrder());
        int lower = Short.toUnsignedInt(page.getShort(PD_LOWER));
        int upper = Short.toUnsignedInt(page.getShort(PD_UPPER));
        int special = Short.toUnsignedInt(page.getShort(PD_SPECIAL));
        return lower > PAGE_HEADER && lower <= upper && upper < special && special <= PAGE
                ? new BlockContent(upper, special)
                : BlockContent.NONE;
    }

    /** {@inheritDoc} These are lines of its log, and the checksum failures that it counted. */
    @Override
    public List<String> reports(Instant since) throws IOException, InterruptedException {
        List<String> reports = new ArrayList<>();
        if (server.up()) {
            reports.addAll(server.rows("SELECT 'pg_stat_database: ' || checksum_failures || ' checksum failures in '"
                    + " || coalesce(datname, 'shared objects') || ', the last at ' || checksum_last_failure"
                    + " || ', counted since ' || coalesce(stats_reset::text, 'the database was created')"
                    + " FROM pg_stat_database WHERE checksum_last_failure >= '" + since + "'"));
        }
        reports.addAll(new ServerLog(logs, ZoneOffset.UTC).since(since, CORRUPT));
        return reports;
    }
}
