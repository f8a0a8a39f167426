package squall.benchbase.cli;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import squall.cli.TestCommand.Ended;

/** The launchers of bin/ as a release has them, beside a lib/squall.jar that leads to the classes under test. */
final class Launchers {
    private static final Path BIN = Path.of("../../bin").toAbsolutePath().normalize();

    private final Path folder;

    Launchers(Path folder) throws IOException {
        this.folder = folder;
        if (!Files.exists(folder)) {
            copy();
            jar();
        }
    }

    /** Starts one in a process of its own, and waits for its end. */
    Ended run(String launcher, String... words) throws IOException, InterruptedException {
        Path out = Files.createTempFile(folder, "out", ".txt");
        Path err = Files.createTempFile(folder, "err", ".txt");
        List<String> command =
                new ArrayList<>(List.of(folder.resolve("bin").resolve(launcher).toString()));
        command.addAll(List.of(words));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("SQUALL_ARCHIVE", "off"); // an archive of these classes would be of no use to anybody
        int code = builder.start().waitFor();
        return new Ended(code, Files.readString(out), Files.readString(err));
    }

    private void copy() throws IOException {
        try (Stream<Path> files = Files.walk(BIN)) {
            for (Path file : files.toList()) {
                Path to = folder.resolve("bin").resolve(BIN.relativize(file));
                Files.createDirectories(to.getParent());
                Files.copy(file, to);
            }
        }
    }

    private void jar() throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, classPath());
        Path jar = Files.createDirectories(folder.resolve("lib")).resolve("squall.jar");
        new JarOutputStream(Files.newOutputStream(jar), manifest).close();
    }

    private static String classPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .map(entry -> Path.of(entry).toUri().toString())
                .collect(Collectors.joining(" "));
    }
}
