package squall.testbed.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.system.process.ExternalProgram;
import squall.system.process.SearchPath;

/** The real Maven, in a network of its own in which there is none. */
@Tag("server")
class MavenDownloadServerTest {
    /** Jar of a version that no machine has in its repository. */
    private static final List<String> ABSENT = List.of("org.apache.cassandra:cassandra-all:4.1.999");

    @TempDir
    Path folder;

    @Test
    void a_version_that_was_never_downloaded_names_the_remedy_where_there_is_no_network() throws Exception {
        Path maven = SearchPath.here().find("mvn").orElse(Path.of("mvn"));
        List<String> alone = List.of("unshare", "--map-root-user", "--net", "--", maven.toString());
        boolean here = Files.isExecutable(maven) && ran(alone);
        if (!here) {
            System.err.println("NOT TESTED HERE: MavenDownloadServerTest; there is no Maven, or no network of its own");
        }
        assumeTrue(here);
        Path offline = folder.resolve("mvn");
        Files.writeString(offline, "#!/bin/sh\nexec " + String.join(" ", alone) + " \"$@\"\n");
        Files.setPosixFilePermissions(offline, PosixFilePermissions.fromString("rwxr-xr-x"));
        var download = new MavenDownload("Cassandra 4.1.999", ABSENT, Map.of("PATH", folder.toString()));
        assertThatThrownBy(() -> download.into(Files.createDirectory(folder.resolve("into"))))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("Maven could not fetch Cassandra 4.1.999; check the network or the mirror in"
                        + " Maven's settings.xml, then try again. Maven printed: ")
                .satisfies(
                        e -> assertThat(String.valueOf(e.getMessage()).lines()).hasSizeLessThan(4));
    }

    private boolean ran(List<String> maven) throws IOException, InterruptedException {
        List<String> version = new ArrayList<>(maven);
        version.add("--version");
        return new ExternalProgram(version, folder, Duration.ofSeconds(60))
                .run()
                .ok();
    }
}
