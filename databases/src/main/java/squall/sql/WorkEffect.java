package squall.sql;

/** Effect of a unit of work on the data; decides what a lost answer means and whether it may be sent again. */
public enum WorkEffect {
    /** Changes nothing: a lost answer is a refusal, and it may be sent again. */
    READ,
    /** Idempotent: may be sent again after a lost answer. */
    IDEMPOTENT,
    /** Not idempotent: a lost answer is unknown and final. */
    ONCE
}
