package squall.benchbase.upstream;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import squall.system.CommandException;
import squall.system.ExitCode;

/**
 * A JDK that BenchBase can run on.
 *
 * @param java its program
 */
public record BenchbaseJdk(Path java, int version) {
    /** BenchBase's classes have class-file version 67. */
    private static final int OLDEST = 23;

    private static final List<String> VARIABLES = List.of("BENCHBASE_JAVA_HOME", "JAVA_HOME");
    private static final Pattern VERSION = Pattern.compile("(?m)^JAVA_VERSION=\"(?:1\\.)?(\\d+)");

    /**
     * The first of BENCHBASE_JAVA_HOME, JAVA_HOME and the JDK that runs Squall itself that is new enough.
     *
     * @param own the home of the JDK that runs Squall
     * @throws CommandException if none of them is; the message says which were looked at
     */
    public static BenchbaseJdk of(Map<String, String> environment, Path own) throws CommandException {
        List<String> seen = new ArrayList<>();
        for (String variable : VARIABLES) {
            String home = environment.getOrDefault(variable, "");
            int version = home.isEmpty() ? 0 : version(Path.of(home));
            if (version >= OLDEST) {
                return new BenchbaseJdk(Path.of(home, "bin", "java"), version);
            }
            seen.add(variable + (home.isEmpty() ? " is not set" : " is " + told(version) + " in " + home));
        }
        int version = version(own);
        if (version >= OLDEST) {
            return new BenchbaseJdk(own.resolve("bin/java"), version);
        }
        seen.add("Squall itself runs on " + told(version));
        throw new CommandException(
                ExitCode.UNREACHABLE,
                "BenchBase needs Java " + OLDEST + " or newer: " + String.join(", ", seen)
                        + "; set BENCHBASE_JAVA_HOME to such a JDK, or use --engine squall");
    }

    private static String told(int version) {
        return version == 0 ? "no JDK" : "Java " + version;
    }

    /** From the file that every JDK carries; 0 if there is none. */
    private static int version(Path home) {
        if (!Files.isExecutable(home.resolve("bin/java"))) {
            return 0;
        }
        try {
            Matcher version = VERSION.matcher(Files.readString(home.resolve("release")));
            return version.find() ? Integer.parseInt(version.group(1)) : 0;
        } catch (IOException e) {
            return 0; // no JDK, or a broken one: the message that follows says so
        }
    }
}
