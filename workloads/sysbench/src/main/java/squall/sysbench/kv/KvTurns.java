package squall.sysbench.kv;

import squall.sysbench.EventRandom;

/**
 * Plan of a run's turns, as a function of the seed and n: of each hundred turns the exact share are reads, in random order, so that the
 * number of earlier writes is known without counting. Pure; for one thread, as its stream is used again.
 */
final class KvTurns {
    private static final int BLOCK = 100;

    private final KvSettings settings;
    private final EventRandom random = new EventRandom();
    private final int[] order = new int[BLOCK];
    private long shuffled = -1;

    KvTurns(KvSettings settings) {
        this.settings = settings;
    }

    boolean reads(long turn) {
        return place(turn) < settings.readPercent();
    }

    /** Returns the number of the first row that this turn writes, or of the first that no turn before this one has. */
    long write(long turn) {
        long block = turn / BLOCK;
        long before = block * (BLOCK - settings.readPercent());
        for (long other = block * BLOCK; other < turn; other++) {
            before += reads(other) ? 0 : 1;
        }
        return settings.firstWrite() + before * settings.batch();
    }

    /**
     * Returns the keys that this turn reads: some of those written before it. Before the first write that is key 0, which is not there.
     */
    long[] readKeys(long turn) {
        long written = Math.min(write(turn), settings.keys().cycleLength());
        random.restart(settings.seed(), turn);
        long[] keys = new long[settings.batch()];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = written == 0 ? 0 : settings.keys().key(random.below(written));
        }
        return keys;
    }

    /** Makes a value for a row of this turn. */
    byte[] value(long turn, int row) {
        random.restart(settings.seed() + 1 + row, turn);
        byte[] value = new byte[random.between(settings.minBlockBytes(), settings.maxBlockBytes())];
        for (int at = 0; at < value.length; at += Long.BYTES) {
            long bits = random.bits();
            for (int i = at; i < Math.min(value.length, at + Long.BYTES); i++) {
                value[i] = (byte) bits;
                bits >>>= 8;
            }
        }
        return value;
    }

    /** Returns the place of a turn in the random order of its hundred. */
    private int place(long turn) {
        long block = turn / BLOCK;
        if (block != shuffled) {
            random.restart(~settings.seed(), block);
            for (int i = 0; i < BLOCK; i++) {
                int j = random.between(0, i);
                order[i] = order[j];
                order[j] = i;
            }
            shuffled = block;
        }
        return order[(int) (turn % BLOCK)];
    }
}
