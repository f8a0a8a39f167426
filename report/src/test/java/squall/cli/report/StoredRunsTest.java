package squall.cli.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import squall.spi.ObjectStore.StoredObject;
import squall.system.CommandException;
import squall.system.InvalidFileException;

class StoredRunsTest {
    @Test
    void a_folder_is_not_an_address() throws Exception {
        assertThat(StoredRuns.at("results/s3:night")).isEmpty();
    }

    @Test
    void the_prefix_ends_with_a_slash_or_is_empty() throws Exception {
        assertThat(StoredRuns.at("s3://runs/a/b//")).contains(new StoredRuns("s3://runs/a/b//", "s3", "runs", "a/b/"));
        assertThat(StoredRuns.at("s3://runs")).contains(new StoredRuns("s3://runs", "s3", "runs", ""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"s3://", "s3:///night", "://runs"})
    void an_address_without_a_bucket_or_a_scheme_is_refused(String address) {
        assertThatThrownBy(() -> StoredRuns.at(address))
                .isInstanceOf(CommandException.class)
                .hasMessage("an address of runs must be SCHEME://BUCKET/PREFIX, not '" + address + "'");
    }

    @Test
    void only_files_that_merging_reads_are_taken_of_the_run_at_the_prefix_and_of_those_under_it() throws Exception {
        assertThat(files(
                        "night/",
                        "night/a/",
                        "night/a/manifest.json",
                        "night/a/config/effective.properties",
                        "night/a/config/workloada",
                        "night/a/report.html",
                        "night/a/b/manifest.json",
                        "night/manifest.json"))
                .containsExactly("a/manifest.json", "a/config/effective.properties", "manifest.json");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "night/../manifest.json",
                "night/..",
                "night/a/../../manifest.json",
                "night//etc/passwd",
                "night/./manifest.json",
                "night/a\\..\\manifest.json",
                "night/a\u001b[2J/manifest.json",
                "/etc/manifest.json",
                "day/manifest.json"
            })
    void a_name_that_leads_elsewhere_or_misleads_a_terminal_is_refused(String name) {
        assertThatThrownBy(() -> files("night/a/manifest.json", name))
                .isInstanceOf(InvalidFileException.class)
                .hasMessage("s3://runs/night: the object '" + name.replace('\u001b', '?')
                        + "' has a name that a file of a run cannot have; nothing was downloaded");
    }

    @Test
    void objects_of_which_none_is_a_run_are_refused() {
        assertThatThrownBy(() -> files("night/a/b/manifest.json"))
                .isInstanceOf(InvalidFileException.class)
                .hasMessage("s3://runs/night: there is no run under this prefix (looked for night/manifest.json and"
                        + " night/*/manifest.json among 1 objects)");
    }

    /** Lists the files of a bucket. A name that ends with a slash is an empty object, as consoles make folders. */
    private static Stream<String> files(String... names) throws Exception {
        List<StoredObject> objects = Stream.of(names)
                .map(name -> new StoredObject(name, name.endsWith("/") ? 0 : 7))
                .toList();
        return StoredRuns.at("s3://runs/night").orElseThrow().files(objects).values().stream()
                .map(Path::toString);
    }
}
