package squall.adversity.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import squall.system.process.ExternalProgram;
import squall.system.process.ExternalProgram.Finished;

/** Test classes that need an environment of their own, run as JUnit runs them, in a JVM of their own. */
final class SeparateJvm {
    private static final Duration LIMIT = Duration.ofMinutes(10);

    private SeparateJvm() {}

    /** Returns the command that starts the JVM. @param main calls {@link #requirePassed} */
    static List<String> command(Class<?> main) {
        return List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "-cp",
                System.getProperty("java.class.path"),
                "-Dlogback.configurationFile=" + System.getProperty("logback.configurationFile"),
                main.getName());
    }

    /** Runs a JVM with a state folder of its own, to its end. @return what it printed, after it ended with 0 */
    static Finished passed(Path state, Class<?> main) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("env", "SQUALL_HOME=" + state));
        command.addAll(command(main));
        Finished finished = new ExternalProgram(command, Path.of("").toAbsolutePath(), LIMIT).run();
        assertThat(finished.exitCode()).as(finished.text()).isZero();
        return finished;
    }

    static void requirePassed(Class<?> tests, int number) {
        SummaryGeneratingListener listener = executed(tests);
        listener.getSummary()
                .getFailures()
                .forEach(failure -> failure.getException().printStackTrace());
        assertThat(listener.getSummary().getTestsSucceededCount()).isEqualTo(number);
    }

    static SummaryGeneratingListener executed(Class<?> tests) {
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(selectClass(tests))
                                .build(),
                        listener);
        return listener;
    }
}
