package squall.ycsb.output;

import squall.spi.Operation;
import squall.spi.Outcome;

/** Takes what one session records; used by that session's thread. */
interface SampleSink {
    /** @param doneNs since the run began, as the two others */
    void add(Operation operation, long dueNs, long sentNs, long doneNs, Outcome outcome);

    /** Nothing more comes from this session. */
    default void flush() {}
}
