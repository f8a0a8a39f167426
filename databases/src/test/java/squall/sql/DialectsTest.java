package squall.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.sql.Dialect.Server;

/** Which dialect a server is spoken to in. */
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

    @Test
    void two_dialects_that_claim_a_server_are_a_mistake() {
        Dialect greedy = new GenericDialect();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Dialects.of(ACME, List.of(greedy, greedy)))
                .withMessage("several dialects on the class path claim AcmeDB 7: squall.sql.GenericDialect,"
                        + " squall.sql.GenericDialect; leave all but one of their jars out");
    }
}
