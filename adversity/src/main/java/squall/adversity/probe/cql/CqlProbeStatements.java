package squall.adversity.probe.cql;

import java.util.List;

/** The tables of one run, and what is done with them, in CQL. @param run its id, six hexadecimal digits */
record CqlProbeStatements(String run) {
    static final String KEYSPACE = "squall_probes";

    /** A writer's rows lie in parts of this many, so that none grows without bound. */
    private static final int PART = 10_000;

    static int part(long number) {
        return Math.toIntExact(number / PART);
    }

    List<String> make() {
        return List.of(
                "CREATE TABLE IF NOT EXISTS " + ledger() + " (writer int, part int, seq bigint, crc int, payload text,"
                        + " PRIMARY KEY ((writer, part), seq))",
                "CREATE TABLE IF NOT EXISTS " + register() + " (k int PRIMARY KEY, ver bigint)",
                "CREATE TABLE IF NOT EXISTS " + counter() + " (k int PRIMARY KEY, n bigint)");
    }

    List<String> drop() {
        return List.of(
                "DROP TABLE IF EXISTS " + ledger(),
                "DROP TABLE IF EXISTS " + register(),
                "DROP TABLE IF EXISTS " + counter());
    }

    String insert() {
        return "INSERT INTO " + ledger() + " (writer, part, seq, crc, payload) VALUES (?, ?, ?, ?, ?)";
    }

    /** Guarded: of two writes the one with the larger timestamp counts, whichever arrives last. */
    String raise() {
        return "UPDATE " + register() + " USING TIMESTAMP ? SET ver = ? WHERE k = ?";
    }

    String read() {
        return "SELECT ver FROM " + register() + " WHERE k = ?";
    }

    String seed(int key) {
        return "INSERT INTO " + register() + " (k, ver) VALUES (" + key + ", 0) USING TIMESTAMP 1";
    }

    String version(int key) {
        return "SELECT ver FROM " + register() + " WHERE k = " + key;
    }

    String rows(int writer, int part) {
        return "SELECT seq, crc, payload FROM " + ledger() + " WHERE writer = " + writer + " AND part = " + part;
    }

    /** Conditional, as every write of the counter is: the two kinds of writes have timestamps of different clocks. */
    String seedCounter() {
        return "INSERT INTO " + counter() + " (k, n) VALUES (0, 0) IF NOT EXISTS";
    }

    /** Raises it, or answers what is there instead. */
    String increment() {
        return "UPDATE " + counter() + " SET n = ? WHERE k = 0 IF n = ?";
    }

    /** A condition that never holds: the answer is what is there, with every earlier conditional write finished. */
    String readCounter() {
        return "UPDATE " + counter() + " SET n = -1 WHERE k = 0 IF n = -1";
    }

    private String counter() {
        return KEYSPACE + ".counter_" + run;
    }

    private String ledger() {
        return KEYSPACE + ".ledger_" + run;
    }

    private String register() {
        return KEYSPACE + ".register_" + run;
    }
}
