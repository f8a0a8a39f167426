package squall.sysbench.kv;

/**
 * What the workload does.
 *
 * @param keys in which order keys are written, and how many there are
 * @param readPercent of a hundred operations so many are reads, exactly
 * @param minBlockBytes of a value
 * @param maxBlockBytes of a value
 * @param batch rows of one statement
 * @param firstWrite number of the first write; all before it were written by earlier runs
 * @param seed of what is read and written when, and of the values; keys don't depend on it
 * @param verify whether acknowledged writes are looked up after the run
 */
public record KvSettings(
        KvKeys keys,
        int readPercent,
        int minBlockBytes,
        int maxBlockBytes,
        int batch,
        long firstWrite,
        long seed,
        boolean verify) {
    public KvSettings {
        if (readPercent < 0 || readPercent > 100) {
            throw new IllegalArgumentException("readPercent must be in [0, 100]: " + readPercent);
        }
        if (minBlockBytes < 1 || maxBlockBytes < minBlockBytes) {
            throw new IllegalArgumentException("block bytes must be at least 1, and the most not below the least: "
                    + minBlockBytes + ", " + maxBlockBytes);
        }
        if (batch < 1 || firstWrite < 0) {
            throw new IllegalArgumentException(
                    "batch must be at least 1, firstWrite at least 0: " + batch + ", " + firstWrite);
        }
    }

    /** The same after so many rows were written. */
    public KvSettings from(long write) {
        return new KvSettings(keys, readPercent, minBlockBytes, maxBlockBytes, batch, write, seed, verify);
    }

    /** The same, which looks at nothing before or after. */
    public KvSettings withoutChecks() {
        return new KvSettings(keys, readPercent, minBlockBytes, maxBlockBytes, batch, firstWrite, seed, false);
    }

    /** How many rows have been written after so many turns, with those of earlier runs. */
    public long writtenAfter(long turns) {
        return new KvTurns(this).write(turns);
    }
}
