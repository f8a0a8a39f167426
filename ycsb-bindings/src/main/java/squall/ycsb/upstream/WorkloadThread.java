package squall.ycsb.upstream;

import org.jspecify.annotations.Nullable;
import site.ycsb.DB;
import site.ycsb.Workload;

/**
 * One thread's share of a workload.
 *
 * @param state what {@code initThread} returned
 * @param load whether it inserts, else runs transactions
 */
record WorkloadThread(Workload workload, @Nullable Object state, boolean load) {
    /** Whether the workload has more for this thread, as it says itself. */
    boolean step(DB db) {
        return load ? workload.doInsert(db, state) : workload.doTransaction(db, state);
    }

    String method() {
        return workload.getClass().getName() + (load ? ".doInsert" : ".doTransaction");
    }
}
