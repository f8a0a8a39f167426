package squall.apps.run;

import squall.engine.schedule.ClientSplit;

/**
 * Assignment of a run: what it does with a workload. Keys, writes and reads are those of all clients together.
 *
 * @param keys unique keys
 * @param present how many of them, from 0, are there already; empty tables have none
 * @param writes inserts and updates; negative: no limit
 * @param reads negative: no limit
 * @param readsEndWithWrites whether the last write is the end of the reads too
 * @param batch keys that one write has at most
 * @param tables what is done with tables before the run
 * @param roles which sessions write and which read
 * @param seed of everything random
 * @param split which part of all this is done here: a contiguous range of the keys, and its share of the writes and reads
 */
public record AppAssignment(
        long keys,
        long present,
        long writes,
        long reads,
        boolean readsEndWithWrites,
        int batch,
        Tables tables,
        SessionRoles roles,
        long seed,
        ClientSplit split) {
    /** Treatment of the tables before the run. */
    public enum Tables {
        /** Made where they are missing. */
        KEEP,
        /** Dropped, then made. */
        DROP,
        /** Made where they are missing, then emptied. */
        TRUNCATE,
        /** Taken as they are. */
        AS_THEY_ARE
    }

    public AppAssignment {
        if (present > keys || batch < 1) {
            throw new IllegalArgumentException(
                    "present must not exceed keys, batch must be at least 1: " + present + ", " + keys + ", " + batch);
        }
    }

    /** Returns this client's first key. */
    long firstKey() {
        return split.first(keys);
    }

    /** Returns the first key after this client's range. */
    long endKey() {
        return firstKey() + split.count(keys);
    }

    /** Returns this client's first key that is not in the table yet. */
    long nextKey() {
        return Math.clamp(present, firstKey(), endKey());
    }

    /** Returns the number of writes of this client; negative: no limit. */
    public long ownWrites() {
        return writes < 0 ? writes : split.count(writes);
    }

    /** Returns the number of reads of this client; negative: no limit. */
    public long ownReads() {
        return reads < 0 ? reads : split.count(reads);
    }

    public AppAssignment with(SessionRoles others) {
        return new AppAssignment(keys, present, writes, reads, readsEndWithWrites, batch, tables, others, seed, split);
    }
}
