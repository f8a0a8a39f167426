package squall.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.system.CommandException;
import squall.system.ExitCode;

class ClassPathTest {
    @TempDir
    Path folder;

    @Test
    void a_star_stands_for_the_jars_of_a_folder() throws Exception {
        Path jar = Files.createFile(folder.resolve("b.jar"));
        Path other = Files.createFile(folder.resolve("a.JAR"));
        Files.createFile(folder.resolve("notes.txt"));

        assertThat(ClassPath.of(folder + "/*" + File.pathSeparator + folder))
                .isEqualTo(new ClassPath(List.of(other, jar, folder)));
    }

    @Test
    void a_place_that_is_not_there_is_named() throws Exception {
        Files.createFile(folder.resolve("driver.properties"));
        assertThatThrownBy(() -> ClassPath.of(folder + File.pathSeparator + folder.resolve("none.jar")))
                .isInstanceOf(CommandException.class)
                .hasMessage("-cp " + folder.resolve("none.jar") + ": no such file or folder")
                .satisfies(e -> assertThat(((CommandException) e).exitCode()).isEqualTo(ExitCode.USAGE));
    }

    @Test
    void a_folder_without_jars_is_named() {
        assertThatThrownBy(() -> ClassPath.of(folder + "/*"))
                .hasMessage("-cp " + folder + "/*: there is no jar in this folder");
    }

    @Test
    void a_folder_with_nothing_but_jars_is_searched_for_classes_in_vain() throws Exception {
        Files.createFile(folder.resolve("driver.jar"));
        assertThatThrownBy(() -> ClassPath.of(folder.toString()))
                .hasMessage(
                        "-cp " + folder + ": there are no classes in this folder; " + folder + "/* adds all its jars");
    }
}
