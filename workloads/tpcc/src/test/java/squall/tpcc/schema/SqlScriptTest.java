package squall.tpcc.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqlScriptTest {
    @Test
    void statements_end_at_semicolons() {
        assertThat(SqlScript.statements("DROP TABLE a;\nCREATE TABLE a (\n  i int\n);;\n"))
                .isEqualTo(List.of("DROP TABLE a", "CREATE TABLE a (\n  i int\n)"));
    }

    @Test
    void a_last_statement_needs_no_semicolon() {
        assertThat(SqlScript.statements("SELECT 1; SELECT 2")).isEqualTo(List.of("SELECT 1", "SELECT 2"));
    }

    @Test
    void semicolons_in_text_names_bodies_and_remarks_end_nothing() {
        String text = "SELECT 'a;''b', \"c;d\" -- e;\n, 5 - 3 / 2 /* f; */, $$g;$$, $h$i;$$;$h$; SELECT 2";
        assertThat(SqlScript.statements(text))
                .isEqualTo(List.of("SELECT 'a;''b', \"c;d\"  \n, 5 - 3 / 2  , $$g;$$, $h$i;$$;$h$", "SELECT 2"));
    }

    @Test
    void remarks_alone_are_no_statement(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("ddl.sql"), "-- nothing;\n/* here; */ ;");
        assertThatIOException()
                .isThrownBy(() -> SqlScript.read(file))
                .withMessage(file + ": there is no SQL statement in this file");
    }

    @Test
    void a_missing_file_is_named(@TempDir Path folder) {
        Path file = folder.resolve("none.sql");
        assertThatIOException().isThrownBy(() -> SqlScript.read(file)).withMessage(file + ": no such file or folder");
    }
}
