package squall.testbed.host;

import java.io.IOException;
import java.util.Locale;

/** An operating system and processor in the words of the binaries' archives, for example {@code linux-x86_64}. */
public record Platform(String system, String processor) {
    /** @throws IOException if no binaries exist for it */
    public static Platform here() throws IOException {
        return of(System.getProperty("os.name"), System.getProperty("os.arch"));
    }

    /**
     * @param osName as in the system property {@code os.name}
     * @param osArch as in the system property {@code os.arch}
     * @throws IOException if no binaries exist for it
     */
    public static Platform of(String osName, String osArch) throws IOException {
        String system = switch (osName.toLowerCase(Locale.ROOT)) {
            case "linux" -> "linux";
            case "mac os x" -> "darwin";
            default -> throw unknown(osName, osArch);
        };
        String processor = switch (osArch.toLowerCase(Locale.ROOT)) {
            case "amd64", "x86_64" -> "x86_64";
            case "aarch64", "arm64" -> "arm_64";
            default -> throw unknown(osName, osArch);
        };
        return new Platform(system, processor);
    }

    /** In the words of the binaries' artifacts on Maven Central, for example {@code linux-amd64}. */
    public String artifact() {
        return system + "-" + (processor.equals("x86_64") ? "amd64" : "arm64v8");
    }

    private static IOException unknown(String osName, String osArch) {
        return new IOException("there is no embedded database for " + osName + " on " + osArch
                + "; binaries exist for Linux and macOS on amd64 and arm64. Run your own server and give its URL");
    }

    @Override
    public String toString() {
        return system + "-" + processor;
    }
}
