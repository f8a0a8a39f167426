package squall.apps;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ExtendingTest {
    /** Tests run in the module's folder. */
    @Test
    void the_page_shows_the_application_that_is_compiled_and_run_here() throws IOException {
        String page = Files.readString(Path.of("..", "..", "docs", "extending.md"));
        String source = Files.readString(Path.of("src", "test", "java", "example", "Seats.java"));

        assertThat(page).contains("```java\n" + source + "```");
    }
}
