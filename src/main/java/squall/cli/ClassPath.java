package squall.cli;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import squall.system.CommandException;
import squall.system.FileErrors;

/**
 * Class path of {@code -cp}: folders, jars, and {@code folder/*} for all jars in a folder, as the JVM reads them.
 *
 * <p>The launcher passes the same class path to the JVM, which silently ignores a missing path. Here it is an error.
 */
public record ClassPath(List<Path> places) {
    private static final String ALL_JARS = "*";

    public ClassPath {
        places = List.copyOf(places);
    }

    /**
     * @param text as typed; empty: no path
     * @throws CommandException if a path does not exist, or a folder has no jars
     */
    public static ClassPath of(String text) throws CommandException {
        List<Path> places = new ArrayList<>();
        for (String place : text.split(File.pathSeparator, -1)) {
            if (place.equals(ALL_JARS) || place.endsWith(File.separator + ALL_JARS)) {
                places.addAll(jars(place));
            } else if (!place.isEmpty()) {
                places.add(searched(place));
            }
        }
        return new ClassPath(places);
    }

    /** Creates a class loader that looks in these paths for classes that {@code parent} does not have; the caller closes it. */
    public URLClassLoader loader(ClassLoader parent) throws IOException {
        List<URL> urls = new ArrayList<>();
        for (Path place : places) {
            urls.add(place.toUri().toURL());
        }
        return new URLClassLoader(urls.toArray(URL[]::new), parent);
    }

    /** Returns whether one of these paths has the class. */
    public boolean has(String className) throws IOException {
        try (URLClassLoader own = loader(ClassLoader.getPlatformClassLoader())) {
            return own.findResource(className.replace('.', '/') + ".class") != null;
        }
    }

    private static List<Path> jars(String place) throws CommandException {
        Path folder = existing(place.substring(0, place.length() - ALL_JARS.length()), place);
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> jars = files.filter(ClassPath::isJar).sorted().toList();
            if (jars.isEmpty()) {
                throw mistake(place, "there is no jar in this folder");
            }
            return jars;
        } catch (IOException e) {
            throw CommandException.usage("-cp " + place + ": this folder cannot be read: " + e, e);
        }
    }

    private static Path existing(String path, String place) throws CommandException {
        Path found;
        try {
            found = Path.of(path);
        } catch (InvalidPathException e) {
            throw CommandException.usage("-cp " + place + ": not a valid path: " + e.getReason(), e);
        }
        if (!Files.isReadable(found)) {
            throw mistake(place, Files.exists(found) ? "no read permission" : "no such file or folder");
        }
        return found;
    }

    private static Path searched(String place) throws CommandException {
        Path found = existing(place, place);
        if (Files.isDirectory(found)) {
            requireClasses(found, place);
        } else {
            requireJar(found, place);
        }
        return found;
    }

    /** Checks that a file is a jar: the JVM silently ignores others, so a driver would be missing without a reason. */
    private static void requireJar(Path file, String place) throws CommandException {
        try {
            new ZipFile(file.toFile()).close();
        } catch (IOException e) {
            throw CommandException.usage("-cp " + place + ": this is not a jar file: " + FileErrors.reason(e), e);
        }
    }

    /** Checks that a folder has classes or resources: jars in it are not searched. */
    private static void requireClasses(Path folder, String place) throws CommandException {
        try (Stream<Path> files = Files.find(
                folder, Integer.MAX_VALUE, (file, attributes) -> attributes.isRegularFile() && !isJar(file))) {
            if (files.findAny().isEmpty()) {
                throw mistake(
                        place,
                        "there are no classes in this folder; " + folder.resolve(ALL_JARS) + " adds all its jars");
            }
        } catch (IOException | UncheckedIOException e) {
            throw CommandException.usage("-cp " + place + ": this folder cannot be read: " + e, e);
        }
    }

    private static boolean isJar(Path file) {
        return file.toString().matches(".*\\.(jar|JAR)");
    }

    private static CommandException mistake(String place, String what) {
        return CommandException.usage("-cp " + place + ": " + what);
    }
}
