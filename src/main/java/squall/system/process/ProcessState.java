package squall.system.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** State of a process at this moment. */
public enum ProcessState {
    /** Running or waiting. */
    ALIVE,
    /** Stopped by SIGSTOP. */
    STOPPED,
    /** Dead; its parent has not yet read its exit code. */
    ZOMBIE,
    GONE;

    private static final Path PROC = Path.of("/proc");

    /** Returns the current state; from {@code /proc} if it exists, else through {@code ps}. */
    public static ProcessState of(long pid) throws IOException, InterruptedException {
        return Files.isDirectory(PROC.resolve("self")) ? fromProc(pid) : fromPs(pid);
    }

    /** Returns whether the process can do nothing any more. */
    public boolean dead() {
        return this == ZOMBIE || this == GONE;
    }

    private static ProcessState fromProc(long pid) throws IOException {
        try {
            String stat = Files.readString(PROC.resolve(pid + "/stat"));
            return ofLetter(stat.charAt(stat.lastIndexOf(')') + 2)); // the name before it may hold anything
        } catch (NoSuchFileException e) {
            return GONE;
        } catch (IOException e) {
            if (Files.exists(PROC.resolve(Long.toString(pid)))) {
                throw e;
            }
            return GONE; // ended between open and read
        }
    }

    private static ProcessState fromPs(long pid) throws IOException, InterruptedException {
        var command = List.of("ps", "-o", "state=", "-p", Long.toString(pid));
        String state = new ExternalProgram(command, Path.of("/"), Duration.ofSeconds(10))
                .run()
                .output();
        return state.isEmpty() ? GONE : ofLetter(state.charAt(0));
    }

    private static ProcessState ofLetter(char letter) {
        return switch (letter) {
            case 'T', 't' -> STOPPED;
            case 'Z' -> ZOMBIE;
            case 'X' -> GONE;
            default -> ALIVE;
        };
    }
}
