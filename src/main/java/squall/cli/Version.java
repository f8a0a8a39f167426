package squall.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/**
 * Which Squall this is, as the build wrote it down.
 *
 * @param git the commit it was built from; empty if the build was not told
 * @param dirty whether the sources had changes that were not committed
 */
public record Version(String version, String git, boolean dirty) {
    /** The version of this class's own jar. */
    public static Version current() {
        Properties properties = new Properties();
        try (InputStream in = Version.class.getResourceAsStream("/squall/version.properties")) {
            if (in == null) {
                throw new IllegalStateException("squall/version.properties is missing from the class path");
            }
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException("squall/version.properties cannot be read", e);
        }
        return new Version(
                properties.getProperty("version", ""),
                properties.getProperty("git", ""),
                Boolean.parseBoolean(properties.getProperty("dirty")));
    }

    /** As {@code --version} prints it. */
    public String line() {
        return "squall " + version + (git.isEmpty() ? "" : " (" + git + (dirty ? ", changed" : "") + ")");
    }
}
