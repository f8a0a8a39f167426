package squall.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.converter.ConvertWith;
import org.junit.jupiter.params.provider.CsvSource;
import squall.sql.Dialects.GenericDialect;
import squall.sql.SqlDialect.Server;

/** Test of the choice of a server's dialect. */
class DialectsTest {
    private static final Server ACME = new Server("AcmeDB", "7", "PostgreSQL 15.0 compatible AcmeDB 7");

    @Test
    void a_dialect_in_a_jar_on_the_class_path_is_used(@TempDir Path folder) throws Exception {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader jar =
                new URLClassLoader(new URL[] {DialectJar.in(folder).url()}, before)) {
            thread.setContextClassLoader(jar);
            assertThat(Dialects.of(ACME).product()).isEqualTo("acmedb");
            assertThat(Dialects.of(new Server("PostgreSQL", "17", "PostgreSQL 17.5")))
                    .isEqualTo(Dialects.POSTGRES);
        } finally {
            thread.setContextClassLoader(before);
        }
        assertThat(Dialects.of(ACME)).isEqualTo(Dialects.POSTGRES);
    }

    @ParameterizedTest
    @CsvSource({
        "MariaDB, 10.11.19-MariaDB-0+deb12u1, MARIADB",
        "MySQL, 8.0.11-TiDB-v8.5.1, TIDB",
        "MySQL, 8.4.3, MYSQL",
        "PostgreSQL, PostgreSQL 17.5 on x86_64-pc-linux-gnu, POSTGRES",
        "PostgreSQL, PostgreSQL 15.2-YB-2025.1.0.0-b0 on x86_64, YUGABYTEDB",
        "PostgreSQL, CockroachDB CCL v25.2.0, COCKROACHDB",
        "SQLite, '', SQLITE",
        "H2, '', GENERIC",
    })
    void a_server_is_known_by_its_own_version(
            String product, String version, @ConvertWith(BuiltIn.class) SqlDialect dialect) {
        assertThat(Dialects.of(new Server(product, "", version))).isEqualTo(dialect);
    }

    @Test
    void two_dialects_that_claim_a_server_are_a_mistake() {
        SqlDialect greedy = new GenericDialect("TEXT");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Dialects.of(ACME, List.of(greedy, greedy)))
                .withMessage("several dialects on the class path claim AcmeDB 7: squall.sql.Dialects$GenericDialect,"
                        + " squall.sql.Dialects$GenericDialect; remove all but one of their jars");
    }
}
