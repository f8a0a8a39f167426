package squall.adversity.junit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Runs the scenario of an {@link AdversityTest} and hands its run to the test; where the run was kept stands in the test's report. */
final class AdversityExtension implements ParameterResolver {
    /** The configuration parameter that names the folder for run directories. */
    static final String RESULTS = "squall.results";

    private static final String USUAL_RESULTS = "target/adversity-results";

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        return type == AdversityRun.class || type == Adversities.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        Adversities adversities = new Adversities(results(context));
        if (parameter.getParameter().getType() == Adversities.class) {
            return adversities;
        }
        AdversityTest test = context.getRequiredTestMethod().getAnnotation(AdversityTest.class);
        try {
            AdversityRun run = adversities.run(words(test));
            context.publishReportEntry(
                    Map.of("run", run.directory().toString(), "exit_code", Integer.toString(run.exitCode())));
            return run;
        } catch (IOException e) {
            throw new ParameterResolutionException("the run of scenario '" + test.scenario() + "' cannot be read", e);
        }
    }

    private static List<String> words(AdversityTest test) {
        if (test.scenario().isEmpty()) {
            throw new ParameterResolutionException(
                    "an AdversityRun needs @AdversityTest(scenario = \"…\"); a test that writes its own scenario takes Adversities");
        }
        List<String> words = new ArrayList<>(List.of(test.scenario(), "--size", test.size()));
        if (!test.cluster().isEmpty()) {
            words.addAll(List.of("--cluster", test.cluster()));
        }
        if (!test.load().isEmpty()) {
            words.addAll(List.of("--load", test.load()));
        }
        return words;
    }

    private static Path results(ExtensionContext context) {
        return Path.of(context.getConfigurationParameter(RESULTS).orElse(USUAL_RESULTS));
    }
}
