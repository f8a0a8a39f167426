package squall.sql;

/** What a unit of work does to the data; decides what a lost answer means and whether it may be sent again. */
public enum WorkEffect {
    /** Changes nothing: a lost answer is a refusal, and it may be sent again. */
    READ,
    /** Doing it twice is the same as doing it once: may be sent again after a lost answer. */
    IDEMPOTENT,
    /** Doing it twice differs: a lost answer is unknown and final. */
    ONCE
}
