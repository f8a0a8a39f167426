package squall.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.sql.driver.PasswordSource;
import squall.sql.driver.SqlSettings;
import squall.system.InvalidFileException;

class PasswordSourceTest {
    private static final Map<String, String> ENVIRONMENT = Map.of("DB_SECRET", "a", "PGPASSWORD", "b");

    @Test
    void a_plain_password_is_itself() throws IOException {
        assertThat(PasswordSource.resolve("c", ENVIRONMENT)).isEqualTo("c");
    }

    @Test
    void one_that_is_to_be_asked_for_is_no_word_of_its_own() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PasswordSource.resolve("prompt:", ENVIRONMENT))
                .withMessage("password 'prompt:': it cannot be asked for here: give env:NAME or file:PATH");
    }

    @Test
    void env_names_a_variable() throws IOException {
        assertThat(PasswordSource.resolve("env:DB_SECRET", ENVIRONMENT)).isEqualTo("a");
    }

    @Test
    void no_password_means_pgpassword_or_none() throws IOException {
        SqlSettings none = SqlSettings.of("jdbc:postgresql://localhost/ycsb", "", "");
        assertThat(SqlDatabase.password(none, ENVIRONMENT)).isEqualTo("b");
        assertThat(SqlDatabase.password(none, Map.of())).isEmpty();
    }

    @Test
    void file_names_a_file_and_its_last_newline_does_not_count(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("secret"), " d e\n");
        assertThat(PasswordSource.resolve("file:" + file, ENVIRONMENT)).isEqualTo(" d e");
    }

    /** Covers an old error: the password of an empty variable was asked for, with the advice to give one as env:NAME. */
    @Test
    void a_variable_or_file_that_is_empty_is_named(@TempDir Path folder) throws IOException {
        assertThatExceptionOfType(InvalidFileException.class)
                .isThrownBy(() -> PasswordSource.resolve("env:EMPTY", Map.of("EMPTY", "")))
                .withMessage("password 'env:EMPTY': the environment variable EMPTY is empty;"
                        + " leave the option out if there is no password");
        Path file = Files.writeString(folder.resolve("empty"), "\n");
        assertThatExceptionOfType(InvalidFileException.class)
                .isThrownBy(() -> PasswordSource.resolve("file:" + file, ENVIRONMENT))
                .withMessage("password 'file:" + file + "': " + file
                        + " is empty; leave the option out if there is no password");
    }

    @Test
    void a_variable_or_file_that_is_missing_is_named(@TempDir Path folder) {
        assertThatExceptionOfType(InvalidFileException.class)
                .isThrownBy(() -> PasswordSource.resolve("env:NOPE", ENVIRONMENT))
                .withMessage("password 'env:NOPE': the environment variable NOPE is not set");
        assertThatIOException()
                .isThrownBy(() -> PasswordSource.resolve("file:" + folder.resolve("nope"), ENVIRONMENT))
                .withMessage("password 'file:" + folder.resolve("nope") + "': " + folder.resolve("nope")
                        + ": no such file or folder");
    }
}
