package squall.ycsb.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import org.junit.jupiter.api.Test;
import site.ycsb.DBException;
import site.ycsb.Status;
import squall.ycsb.MemoryDb;

class YcsbShellTest {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final Rows rows = new Rows();
    private int exitCode;

    @Test
    void a_row_is_inserted_read_updated_scanned_and_deleted() throws Exception {
        assertThat(say(
                        "insert k1 field0=a field1=b",
                        "update k1 field1=c",
                        "read k1",
                        "read k1 field1",
                        "scan k0 5 field0",
                        "delete k1",
                        "read k1",
                        "quit"))
                .containsExactly(
                        "> Result: OK",
                        "7 ms",
                        "> Result: OK",
                        "7 ms",
                        "> Return code: OK",
                        "field0=a",
                        "field1=c",
                        "7 ms",
                        "> Return code: OK",
                        "field1=c",
                        "7 ms",
                        "> Result: OK",
                        "--------------------------------",
                        "Record 0",
                        "field0=a",
                        "--------------------------------",
                        "7 ms",
                        "> Return result: OK",
                        "7 ms",
                        "> Return code: NOT_FOUND",
                        "7 ms",
                        "> ");
        assertThat(exitCode).isZero();
    }

    @Test
    void the_end_of_the_input_ends_the_shell_and_cleans_up() throws Exception {
        assertThat(say("table")).containsExactly("> Using table \"usertable\"", "7 ms", "> ");
        assertThat(rows.cleanedUp).isOne();
        assertThat(exitCode).isZero();
    }

    @Test
    void quit_cleans_up() throws Exception {
        assertThat(say("quit", "read k1")).containsExactly("> ");
        assertThat(rows.cleanedUp).isOne();
    }

    @Test
    void values_may_hold_blanks_quotes_and_equals_signs() throws Exception {
        say("insert \"k 1\" field0=\"two  words\" 'field1=a=b \"c\"' field2= field3=x\\ y");
        assertThat(rows.tables)
                .isEqualTo(Map.of(
                        "usertable",
                        Map.of(
                                "k 1",
                                Map.of("field0", "two  words", "field1", "a=b \"c\"", "field2", "", "field3", "x y"))));
    }

    @Test
    void table_changes_the_table() throws Exception {
        say("table other", "insert k f=v");
        assertThat(rows.tables).isEqualTo(Map.of("other", Map.of("k", Map.of("f", "v"))));
    }

    @Test
    void a_scan_that_finds_nothing_says_so() throws Exception {
        assertThat(say("scan zzz 3")).contains("0 records");
    }

    @Test
    void a_line_that_is_not_understood_is_answered_and_changes_the_exit_code() throws Exception {
        assertThat(say(
                        "raed k",
                        "read",
                        "delete",
                        "insert k",
                        "insert k novalue",
                        "scan k many",
                        "scan k 0",
                        "read \"open",
                        "read k\\"))
                .contains(
                        "> Error: unknown command \"raed\"; did you mean 'read'?",
                        "> Error: syntax is \"read key [field1 field2 ...]\"",
                        "> Error: syntax is \"delete key\"",
                        "> Error: syntax is \"insert key name1=value1 [name2=value2 ...]\"",
                        "> Error: expected name=value, not 'novalue'",
                        "> Error: recordcount must be a whole number of at least 1, not 'many'",
                        "> Error: recordcount must be a whole number of at least 1, not '0'",
                        "> Error: the quote \" at column 6 is not closed",
                        "> Error: a backslash needs a character after it");
        assertThat(exitCode).isEqualTo(2);
        assertThat(rows.tables).isEmpty();
    }

    @Test
    void a_database_that_refuses_or_throws_is_told_and_the_shell_goes_on() throws Exception {
        assertThat(say("update missing f=v", "delete boom", "read k"))
                .containsSubsequence(
                        "> Result: UNEXPECTED_STATE",
                        "> Error: squall.ycsb.cli.YcsbShellTest$Rows threw java.lang.IllegalStateException: boom",
                        "> Return code: NOT_FOUND");
        assertThat(exitCode).isEqualTo(3);
    }

    @Test
    void an_empty_line_is_nothing_and_help_lists_every_command() throws Exception {
        assertThat(say("", "  ", "help"))
                .containsExactly(
                        "> > > Commands:",
                        "  read key [field1 field2 ...] - Read a record",
                        "  scan key recordcount [field1 field2 ...] - Scan starting at key",
                        "  insert key name1=value1 [name2=value2 ...] - Insert a new record",
                        "  update key name1=value1 [name2=value2 ...] - Update a record",
                        "  delete key - Delete a record",
                        "  table [tablename] - Get or [set] the name of the table",
                        "  quit - Quit",
                        "Quote a value that contains blanks: field0=\"two words\"",
                        "> ");
    }

    @Test
    void a_database_that_cannot_be_connected_is_named_with_its_reason() {
        Rows closed = new Rows() {
            @Override
            public void init() throws DBException {
                throw new DBException("connection refused");
            }
        };
        assertThatThrownBy(() -> new YcsbShell("usertable").run(closed, new StringReader(""), new PrintStream(bytes)))
                .isInstanceOf(IOException.class)
                .hasMessageEndingWith(".init threw site.ycsb.DBException: connection refused");
    }

    /** Returns the lines that the shell prints after its greeting. */
    private List<String> say(String... lines) throws IOException {
        long[] now = {0};
        PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        exitCode = new YcsbShell("usertable", () -> now[0] += 7_000_000)
                .run(rows, new StringReader(String.join("\n", lines)), out);
        List<String> printed = bytes.toString(StandardCharsets.UTF_8).lines().toList();
        assertThat(printed.subList(0, 3))
                .containsExactly("YCSB Command Line client", "Type \"help\" for command line help", "Connected.");
        return printed.subList(3, printed.size());
    }

    /** Database that counts how often it is cleaned up, and cannot delete one key. */
    private static class Rows extends MemoryDb {
        private final Map<String, NavigableMap<String, Map<String, String>>> tables;
        private int cleanedUp;

        Rows() {
            this(new Server());
        }

        private Rows(Server server) {
            super(server);
            tables = server.tables();
        }

        @Override
        public void cleanup() {
            cleanedUp++;
        }

        @Override
        public Status delete(String table, String key) {
            if (key.equals("boom")) {
                throw new IllegalStateException("boom");
            }
            return super.delete(table, key);
        }
    }
}
