package squall.sql;

/**
 * Work that commits itself, but not with its first step: until its last one was handed to the driver, nothing of it can have been
 * applied.
 */
interface StagedWork<S> extends SqlSession.Work<S> {
    /** Whether the last run got as far as handing over the step that commits. */
    boolean handedOver();
}
