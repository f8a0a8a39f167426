package squall.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class IsolationCommandTest {
    private static final String LOST_UPDATE = """
            {"session":0,"begin":10,"end":15,"outcome":"committed","ops":[["w",7,1]]}
            {"session":1,"begin":20,"end":25,"outcome":"committed","ops":[["r",7,1],["w",7,2]]}
            {"session":2,"begin":20,"end":25,"outcome":"committed","ops":[["r",7,1],["w",7,3]]}
            {"session":3,"begin":30,"end":35,"outcome":"committed","ops":[["r",7,1,2,3]]}
            """;

    @TempDir
    private Path run;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int isolation(String... args) {
        CommandLine line = ReportCommand.line().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        String[] all = new String[args.length + 1];
        all[0] = "isolation";
        System.arraycopy(args, 0, all, 1, args.length);
        return line.execute(all);
    }

    private Path history(String claimed, String transactions) throws IOException {
        String header = "{\"model\":\"LIST_APPEND\",\"asked\":\"serializable\",\"claimed\":\"" + claimed + "\"}\n";
        return Files.writeString(run.resolve("history.jsonl"), header + transactions);
    }

    @Test
    void a_level_that_is_ruled_out_is_exit_4_with_the_witness() throws IOException {
        history("serializable", LOST_UPDATE);
        assertThat(isolation(run.toString())).isEqualTo(4);
        assertThat(out.toString().replace(System.lineSeparator(), "\n")).isEqualTo("""
                isolation: asked serializable, database says serializable, seen: lost update (1): at most read committed

                lost update
                  T1 (session 1) read 1 of key 7 and replaced it; so did T2 (session 2)
                  T2 (session 2) read 1 of key 7 and replaced it; so did T1 (session 1)

                ✗ serializable is ruled out
                """);
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void a_weaker_level_may_be_asked_for() throws IOException {
        assertThat(isolation(history("serializable", LOST_UPDATE).toString(), "--level", "read-committed"))
                .isZero();
    }

    @Test
    void json_has_the_levels_and_the_witnesses() throws IOException {
        assertThat(isolation(history("", LOST_UPDATE).toString(), "--json")).isZero();
        assertThat(out.toString())
                .contains("\"strongest\" : [\n    \"read committed\"\n  ]")
                .contains("\"anomalies\" : {\n    \"lost update\" : 1\n  }");
    }

    @Test
    void what_is_no_history_is_exit_2_with_the_reason() throws IOException {
        assertThat(isolation(run.toString())).isEqualTo(2);
        assertThat(err.toString()).contains(run.resolve("history.jsonl") + ": no such file");
        assertThat(isolation(history("serializable", "{}\n{}\n").toString())).isEqualTo(2);
        assertThat(err.toString())
                .contains("history.jsonl:2: session must be a whole number of at most 64 bits, not ''");
        assertThat(isolation(history("serializable", "").toString())).isEqualTo(2);
        assertThat(err.toString()).contains("history.jsonl: there is no transaction in it");
        assertThat(isolation(history("", LOST_UPDATE).toString(), "--level", "serialisable"))
                .isEqualTo(2);
        assertThat(err.toString())
                .contains("--level: 'serialisable' is not an isolation level: use one of read uncommitted");
    }
}
