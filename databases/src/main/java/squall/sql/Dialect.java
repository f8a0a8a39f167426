package squall.sql;

/** The clauses and facts in which the databases differ. */
public enum Dialect {
    POSTGRES,
    COCKROACHDB,
    YUGABYTEDB,
    GENERIC
}
