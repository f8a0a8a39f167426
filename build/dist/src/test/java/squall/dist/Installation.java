package squall.dist;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Installation of the launchers in a folder of its own, which looks for JDKs in that folder's {@code machine/} and nowhere else, so
 * that a test decides what is installed. A JDK is a script that prints its arguments one a line; {@link #real} has the true one.
 */
record Installation(Path folder) {
    private static final long PATIENCE_S = 400;

    /** Result of a command. */
    record Result(int exit, String out, String err) {}

    static Installation in(Path folder) throws IOException {
        copy(assembled().resolve("bin"), folder.resolve("bin"));
        Files.createDirectories(folder.resolve("lib"));
        Files.writeString(folder.resolve("lib/squall.jar"), "");
        Files.createDirectories(folder.resolve("machine/home"));
        Path launch = folder.resolve("bin/lib/launch.sh");
        String places = Files.readString(launch)
                .replace(" /usr/", " \"$home\"/machine/usr/")
                .replace(" /opt/", " \"$home\"/machine/opt/")
                .replace(" /Library/", " \"$home\"/machine/Library/");
        Files.writeString(launch, places);
        return new Installation(folder);
    }

    /** Returns the assembled folder as it is shipped, with the JDK that runs this test. */
    static Installation real() {
        return new Installation(assembled());
    }

    static Path assembled() {
        return Path.of(System.getProperty("squall.assembled"));
    }

    /** Puts a JDK into {@code machine/PLACE}. */
    Path jdk(String place, String version) throws IOException {
        Path jdk = folder.resolve("machine").resolve(place);
        Files.createDirectories(jdk.resolve("bin"));
        Files.writeString(
                jdk.resolve("release"),
                "IMPLEMENTOR=\"Nobody\"\nJAVA_RUNTIME_VERSION=\"" + version + "+1-LTS\"\nJAVA_VERSION=\"" + version
                        + "\"\n");
        Path java = jdk.resolve("bin/java");
        Files.writeString(java, "#!/bin/sh\nprintf '%s\\n' \"$0\" \"$@\"\n");
        makeExecutable(java);
        return jdk;
    }

    Result run(String script, String... arguments) throws IOException, InterruptedException {
        return run(Map.of(), folder.resolve("bin").resolve(script), arguments);
    }

    /** Runs a script in an empty environment but for PATH, HOME and what is given. */
    Result run(Map<String, String> environment, Path script, String... arguments)
            throws IOException, InterruptedException {
        Path out = Files.createTempFile("out", ".txt");
        Path err = Files.createTempFile("err", ".txt");
        var builder = new ProcessBuilder(Stream.concat(Stream.of(script.toString()), Stream.of(arguments))
                .toList());
        builder.redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
        builder.redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment().clear();
        builder.environment().putAll(defaults());
        builder.environment().putAll(environment);
        Process process = builder.start();
        if (!process.waitFor(PATIENCE_S, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IOException(script + " did not end within " + PATIENCE_S + " s");
        }
        return new Result(process.exitValue(), take(out), take(err));
    }

    private Map<String, String> defaults() {
        var environment = new HashMap<String, String>();
        environment.put("PATH", "/usr/bin:/bin");
        environment.put("HOME", folder.resolve("machine/home").toString());
        environment.put("SQUALL_ARCHIVE", "off");
        return environment;
    }

    private static String take(Path file) throws IOException {
        // Arguments that are no UTF-8 must not break the test itself.
        String text = Files.readString(file, StandardCharsets.ISO_8859_1);
        Files.delete(file);
        return text;
    }

    static void makeExecutable(Path file) throws IOException {
        if (!file.toFile().setExecutable(true)) {
            throw new IOException(file + " could not be made executable");
        }
    }

    static void copy(Path from, Path to) throws IOException {
        List<Path> paths;
        try (Stream<Path> walk = Files.walk(from)) {
            paths = walk.toList();
        }
        for (Path path : paths) {
            Path copy = to.resolve(from.relativize(path));
            if (Files.isDirectory(path)) {
                Files.createDirectories(copy);
            } else {
                Files.copy(path, copy, StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }
}
