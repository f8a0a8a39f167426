package squall.system;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/**
 * Version of Squall, as recorded by the build.
 *
 * @param git the commit it was built from; empty if unknown to the build
 * @param dirty whether the sources had changes that were not committed
 */
public record SquallVersion(String version, String git, boolean dirty) {
    /** Returns the version of this class's own jar. */
    public static SquallVersion current() {
        Properties properties = new Properties();
        try (InputStream in = SquallVersion.class.getResourceAsStream("/squall/version.properties")) {
            if (in == null) {
                throw new IllegalStateException("squall/version.properties is missing from the class path");
            }
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException("squall/version.properties cannot be read", e);
        }
        return new SquallVersion(
                properties.getProperty("version", ""),
                properties.getProperty("git", ""),
                Boolean.parseBoolean(properties.getProperty("dirty")));
    }

    /** Returns the line that {@code --version} prints. */
    public String line() {
        return "squall " + version + (git.isEmpty() ? "" : " (" + git + (dirty ? ", changed" : "") + ")");
    }
}
