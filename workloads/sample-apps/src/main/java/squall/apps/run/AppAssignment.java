package squall.apps.run;

import squall.engine.schedule.ClientSplit;

/**
 * What a run is to do with a workload. Keys, writes and reads are those of all clients together.
 *
 * @param keys unique keys
 * @param present how many of them, from 0, are there already; empty tables have none
 * @param writes inserts and updates; negative: no limit
 * @param reads negative: no limit
 * @param readsEndWithWrites whether the last write is the end of the reads too
 * @param batch keys that one write has at most
 * @param tables what is done with tables before the run
 * @param roles who writes and who reads
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
    /** What is done with tables before the run. */
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

    /** The first key of this client's. */
    long firstKey() {
        return split.first(keys);
    }

    /** The first key that is no longer this client's. */
    long endKey() {
        return firstKey() + split.count(keys);
    }

    /** The first key of this client's that is not there yet. */
    long nextKey() {
        return Math.clamp(present, firstKey(), endKey());
    }

    /** How many writes this client does; negative: no limit. */
    public long ownWrites() {
        return writes < 0 ? writes : split.count(writes);
    }

    /** How many reads this client does; negative: no limit. */
    public long ownReads() {
        return reads < 0 ? reads : split.count(reads);
    }

    public AppAssignment manned(SessionRoles others) {
        return new AppAssignment(keys, present, writes, reads, readsEndWithWrites, batch, tables, others, seed, split);
    }
}
