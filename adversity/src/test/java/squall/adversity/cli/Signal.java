package squall.adversity.cli;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import squall.system.process.ExternalProgram;

/** Ctrl-C, as another process gives it. @param code with which a command ends that hears it */
record Signal(String name, int code) {
    private static final Path STATUS = Path.of("/proc/self/status");

    /** Returns SIGINT, or SIGTERM if the tests run in the background of a shell, where all processes that they start ignore SIGINT. */
    static Signal interrupt() throws IOException {
        return ignoresInterrupts() ? new Signal("TERM", 143) : new Signal("INT", 130);
    }

    void to(Process process) throws IOException, InterruptedException {
        new ExternalProgram(
                        List.of("kill", "-" + name, Long.toString(process.pid())), Path.of("/"), Duration.ofSeconds(10))
                .run()
                .orThrow();
    }

    private static boolean ignoresInterrupts() throws IOException {
        if (!Files.exists(STATUS)) {
            return false;
        }
        try (Stream<String> lines = Files.lines(STATUS)) {
            return lines.filter(line -> line.startsWith("SigIgn:"))
                    .map(line -> new BigInteger(line.replaceAll("\\S+\\s+", ""), 16))
                    .anyMatch(ignored -> ignored.testBit(1));
        }
    }
}
