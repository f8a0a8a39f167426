package squall.testbed.cassandra.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeJdkTest {
    private static final CassandraVersion RELEASE = new CassandraVersion("5.0.5");

    private static final String REMEDY =
            ": apt-get install openjdk-17-jre-headless (elsewhere https://adoptium.net), or set CASSANDRA_JAVA_HOME to the folder of such a JDK";

    @TempDir
    Path root;

    @Test
    void of_all_that_are_installed_the_newest_that_fits_is_taken() throws Exception {
        jdk("usr/lib/jvm/a", "11.0.20");
        Path wanted = jdk("usr/lib/jvm/b", "17.0.15");
        jdk("usr/lib/jvm/c", "21.0.1");
        assertThat(NodeJdk.find(RELEASE, Map.of(), root)).isEqualTo(new NodeJdk(wanted, 17));
    }

    @Test
    void the_variable_wins_even_over_a_newer_one() throws Exception {
        jdk("usr/lib/jvm/b", "17.0.15");
        Path named = jdk("mine", "11.0.2");
        assertThat(NodeJdk.find(RELEASE, Map.of("CASSANDRA_JAVA_HOME", named.toString()), root))
                .isEqualTo(new NodeJdk(named, 11));
    }

    @Test
    void a_variable_that_names_a_newer_jdk_is_refused_although_another_would_do() throws Exception {
        jdk("usr/lib/jvm/b", "17.0.15");
        Path named = jdk("mine", "25.0.1");
        assertThatThrownBy(() -> NodeJdk.find(RELEASE, Map.of("CASSANDRA_JAVA_HOME", named.toString()), root))
                .isInstanceOf(IOException.class)
                .hasMessage(
                        "CASSANDRA_JAVA_HOME=" + named + " is Java 25; nodes of Cassandra 5.0.5 need a JDK 17 or 11");
    }

    @Test
    void a_java_home_that_fits_is_as_good_as_an_installed_one() throws Exception {
        Path named = jdk("mine", "17.0.2");
        assertThat(NodeJdk.find(RELEASE, Map.of("JAVA_HOME", named.toString()), root))
                .isEqualTo(new NodeJdk(named, 17));
    }

    @Test
    void where_none_fits_it_says_what_was_found_and_how_to_mend_it() throws Exception {
        Path old = jdk("usr/lib/jvm/a", "1.8.0_402");
        Path young = jdk("usr/lib/jvm/b", "25");
        assertThatThrownBy(() -> NodeJdk.find(RELEASE, Map.of(), root))
                .isInstanceOf(IOException.class)
                .hasMessage("nodes of Cassandra 5.0.5 need a JDK 17 or 11, found [Java 1 in " + old + ", Java 25 in "
                        + young + "]" + REMEDY);
    }

    @Test
    void a_version_that_does_not_start_on_those_that_are_there_is_refused() throws Exception {
        var accord = new CassandraVersion("6.0-alpha2");
        Path old = jdk("usr/lib/jvm/a", "11.0.20");
        Path young = jdk("usr/lib/jvm/b", "25");
        assertThatThrownBy(() -> NodeJdk.find(accord, Map.of(), root))
                .isInstanceOf(IOException.class)
                .hasMessage("nodes of Cassandra 6.0-alpha2 need a JDK 17, found [Java 11 in " + old + ", Java 25 in "
                        + young + "]" + REMEDY);
        Path wanted = jdk("usr/lib/jvm/c", "17.0.15");
        assertThat(NodeJdk.find(accord, Map.of(), root)).isEqualTo(new NodeJdk(wanted, 17));
    }

    @Test
    void where_there_is_none_at_all_it_says_so() {
        assertThatThrownBy(() -> NodeJdk.find(RELEASE, Map.of(), root))
                .isInstanceOf(IOException.class)
                .hasMessage("nodes of Cassandra 5.0.5 need a JDK 17 or 11, found none" + REMEDY);
    }

    private Path jdk(String place, String version) throws IOException {
        Path home = root.resolve(place);
        Files.createDirectories(home.resolve("bin"));
        Files.writeString(home.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"" + version + "\"\n");
        Path java = Files.createFile(home.resolve("bin/java"));
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
        return home;
    }
}
