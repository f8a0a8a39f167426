package squall.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import squall.testbed.host.RepositoryDownload.Artifact;

/** Comparison of {@code licenses/INDEX}, about the works of others, with the jars that are there. */
class LicensesTest {
    private static final Path SQUALL = Installation.assembled();

    @Test
    void every_library_and_every_download_has_a_licence() throws IOException {
        Map<String, List<String>> licenses = index();
        try (Stream<Path> lib = Files.list(SQUALL.resolve("lib"))) {
            Stream<String> libraries = lib.map(jar -> jar.getFileName().toString());
            Stream<String> downloads = OfflineRepository.downloads().stream()
                    .map(Artifact::path)
                    .map(path -> path.substring(path.lastIndexOf('/') + 1));
            assertThat(Stream.concat(libraries, downloads)
                            .filter(jar -> !jar.startsWith("squall"))
                            .map(LicensesTest::withoutVersion)
                            .distinct())
                    .containsExactlyInAnyOrderElementsOf(licenses.keySet());
        }
    }

    @Test
    void every_licence_has_its_text() throws IOException {
        assertThat(index().values().stream().flatMap(List::stream).distinct())
                .allSatisfy(text -> assertThat(SQUALL.resolve(text)).isNotEmptyFile());
    }

    @Test
    void every_text_belongs_to_a_library() throws IOException {
        try (Stream<Path> texts = Files.list(SQUALL.resolve("licenses"))) {
            assertThat(texts.map(text -> "licenses/" + text.getFileName()).filter(text -> text.endsWith(".txt")))
                    .isSubsetOf(index().values().stream().flatMap(List::stream).toList());
        }
    }

    /** Texts by the name of the library. */
    private static Map<String, List<String>> index() throws IOException {
        return Files.readAllLines(SQUALL.resolve("licenses/INDEX")).stream()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split("\\s+", 3))
                .collect(Collectors.toMap(words -> words[0], words -> List.of(words[2].split(",", -1))));
    }

    private static String withoutVersion(String jar) {
        return jar.replaceFirst("-\\d.*", "");
    }
}
