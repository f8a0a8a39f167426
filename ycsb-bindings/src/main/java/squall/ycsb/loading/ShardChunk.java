package squall.ycsb.loading;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Outcome;
import squall.spi.Turn;
import squall.sql.RowChunk;
import squall.ycsb.distribution.SplitMix;
import squall.ycsb.store.KeyFinder;
import squall.ycsb.store.Values;
import squall.ycsb.workload.CoreSettings;

/** The rows that wait to be sent to one shard. One thread. */
final class ShardChunk {
    /** At a low rate a chunk fills slowly; no row waits longer than this for company. */
    private static final long LONGEST_WAIT_NS = 1_000_000_000L;

    private static final Outcome THERE_ALREADY = new Outcome.Ok("EXISTED");

    private final CoreSettings settings;
    private final Tally tally;
    private final ChunkWay way;
    private final RowChunk chunk;
    private final List<String> keys = new ArrayList<>();
    private final long[] numbers;
    private final long[] duesNs;
    private final SplitMix random = new SplitMix();
    private final Values values;

    ShardChunk(CoreSettings settings, LoadMode mode, Tally tally, ChunkWay way) {
        this.settings = settings;
        this.tally = tally;
        this.way = way;
        this.chunk = new RowChunk(settings.schema().columns().size() + 1, mode.rowsAtOnce());
        this.numbers = new long[mode.rowsAtOnce()];
        this.duesNs = new long[mode.rowsAtOnce()];
        this.values = new Values(settings.schema().all());
    }

    void add(long number, String key, Turn turn) throws InterruptedException {
        numbers[keys.size()] = number;
        duesNs[keys.size()] = turn.dueNs();
        keys.add(key);
        if (keys.size() == numbers.length || turn.nowNs() - duesNs[0] > LONGEST_WAIT_NS) {
            send(turn);
        }
    }

    void send(Turn turn) throws InterruptedException {
        if (!leaveOutWhatIsThere(turn)) {
            keys.clear();
            return;
        }
        for (int row = 0; row < keys.size(); row++) {
            append(keys.get(row), numbers[row]);
        }
        if (!keys.isEmpty()) {
            long sentNs = turn.nowNs();
            way.bulk().send(chunk, turn, (row, outcome, attempts) -> {
                tally.add(numbers[row], outcome);
                turn.record(Loading.INSERT, duesNs[row], sentNs, outcome, attempts);
            });
        }
        chunk.clear();
        keys.clear();
    }

    void abort() {
        way.bulk().abort();
    }

    void close() {
        way.close();
    }

    private void append(String key, long number) {
        settings.loadedRow(number, random, values);
        chunk.beginRow();
        byte[] keyBytes = key.getBytes(ISO_8859_1);
        chunk.value(keyBytes, 0, keyBytes.length);
        for (int place = 0; place < values.columns().size(); place++) {
            chunk.value(values.utf8(), values.offset(place), values.length(place));
        }
        chunk.endRow();
    }

    /** Moves the rows that are missing to the front and forgets the others. @return false if the database did not answer */
    private boolean leaveOutWhatIsThere(Turn turn) throws InterruptedException {
        KeyFinder finder = way.finder();
        if (finder == null) {
            return true;
        }
        try {
            leaveOut(finder.present(keys, turn), turn);
            return true;
        } catch (IOException e) {
            Outcome refused =
                    new Outcome.Refused(new ErrorCode(ErrorKind.CONNECTION, "08006"), String.valueOf(e.getMessage()));
            for (int row = 0; row < keys.size(); row++) {
                tally.add(numbers[row], refused);
                turn.record(Loading.INSERT, duesNs[row], turn.nowNs(), refused, 1);
            }
            return false;
        }
    }

    private void leaveOut(Set<String> present, Turn turn) {
        long nowNs = turn.nowNs();
        List<String> missing = new ArrayList<>();
        for (int row = 0; row < keys.size(); row++) {
            if (present.contains(keys.get(row))) {
                tally.skip();
                turn.record(Loading.INSERT, duesNs[row], nowNs, THERE_ALREADY, 1);
            } else {
                numbers[missing.size()] = numbers[row];
                duesNs[missing.size()] = duesNs[row];
                missing.add(keys.get(row));
            }
        }
        keys.clear();
        keys.addAll(missing);
    }
}
