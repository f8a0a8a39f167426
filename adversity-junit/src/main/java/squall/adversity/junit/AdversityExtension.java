package squall.adversity.junit;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import squall.adversity.ProviderRegistry;
import squall.adversity.junit.AdversityTest.Fault;
import squall.adversity.safety.FaultResidue;
import squall.adversity.safety.InjectionRun.NotHealedException;
import squall.scenario.ProviderSpec;
import squall.spi.Cluster;
import squall.spi.Cluster.Link;
import squall.spi.Cluster.Links;
import squall.spi.Cluster.Node;
import squall.spi.Cluster.Pauses;
import squall.spi.Cluster.Restarts;

/**
 * Extension that gives a test its cluster, and the run of the scenario that its {@link AdversityTest} names; the test's report has the directory of the
 * run. When the test ends, in whatever way, runs have healed their faults and the cluster is restored.
 */
final class AdversityExtension implements ExecutionCondition, ParameterResolver, AfterEachCallback {
    /** The configuration parameter that names the folder for run directories. */
    static final String RESULTS = "squall.results";

    private static final String USUAL_RESULTS = "target/adversity-results";
    static final Namespace OURS = Namespace.create(AdversityExtension.class);

    /** Disables a test whose cluster this machine does not support; mistakes in its name are errors of the test. */
    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        Optional<String> why = context.getTestMethod()
                .map(method -> method.getAnnotation(AdversityTest.class))
                .map(test -> named(test, context))
                .filter(named -> !named.isEmpty())
                .flatMap(AdversityExtension::unsupported);
        return why.map(reason -> ConditionEvaluationResult.disabled("N/A: " + reason))
                .orElseGet(() -> ConditionEvaluationResult.enabled("this machine supports its cluster"));
    }

    private static Optional<String> unsupported(String named) {
        try {
            ProviderSpec choice = ProviderSpec.parse("cluster", named);
            return ProviderRegistry.ofClusters().named(choice.kind()).unsupported(choice.options("cluster"));
        } catch (IOException | IllegalArgumentException e) {
            return Optional.empty(); // the test fails by the same error, with its whole message
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        return type == AdversityRun.class || type == InProcessScenarios.class || type == Cluster.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        AdversityTest test = context.getRequiredTestMethod().getAnnotation(AdversityTest.class);
        Class<?> type = parameter.getParameter().getType();
        if (type == Cluster.class) {
            return cluster(test, context);
        }
        InProcessScenarios adversities = new InProcessScenarios(results(context));
        store(context).put(InProcessScenarios.class, adversities);
        return type == InProcessScenarios.class ? adversities : run(adversities, test, context);
    }

    /** Heals completely, even if an interrupt or a failure ended the test. */
    @Override
    public void afterEach(ExtensionContext context) throws IOException, InterruptedException {
        boolean interrupted = Thread.interrupted();
        try {
            InProcessScenarios adversities = store(context).get(InProcessScenarios.class, InProcessScenarios.class);
            if (adversities != null) {
                adversities.awaitEnd();
            }
            Cluster cluster = store(context).get(Cluster.class, Cluster.class);
            if (cluster != null) {
                new ClusterRestorer(cluster).restore();
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static Store store(ExtensionContext context) {
        return context.getStore(OURS);
    }

    /** Returns the cluster that the test names, or else its class; empty if neither does. */
    private static String named(AdversityTest test, ExtensionContext context) {
        if (!test.cluster().isEmpty()) {
            return test.cluster();
        }
        TestClassCluster known = store(context).get(TestClassCluster.class, TestClassCluster.class);
        return known == null ? "" : known.name();
    }

    private static Cluster cluster(AdversityTest test, ExtensionContext context) {
        String named = named(test, context);
        if (named.isEmpty()) {
            throw new ParameterResolutionException("a Cluster needs @AdversityTest(cluster = \"…\"), one of "
                    + ProviderRegistry.ofClusters().sorted().keySet() + ", or a ContainerCluster of its class");
        }
        ProviderSpec choice = ProviderSpec.parse("cluster", named);
        try {
            Cluster cluster = ProviderRegistry.ofClusters()
                    .named(choice.kind())
                    .cluster(choice.options("cluster"), line -> context.publishReportEntry("cluster", line));
            store(context).put(Cluster.class, cluster);
            return cluster;
        } catch (IOException e) {
            throw new ParameterResolutionException("the cluster '" + named + "' cannot be used", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ParameterResolutionException("interrupted while '" + named + "' started", e);
        }
    }

    private static AdversityRun run(InProcessScenarios adversities, AdversityTest test, ExtensionContext context) {
        try {
            AdversityRun run = adversities.run(words(scenario(adversities, test, context), test, named(test, context)));
            context.publishReportEntry(
                    Map.of("run", run.directory().toString(), "exit_code", Integer.toString(run.exitCode())));
            return run;
        } catch (IOException e) {
            throw new ParameterResolutionException("the run of scenario '" + test.scenario() + "' cannot be read", e);
        }
    }

    /** Returns the scenario that the test names, or the file of the one of its faults. */
    private static String scenario(InProcessScenarios adversities, AdversityTest test, ExtensionContext context)
            throws IOException {
        Method method = context.getRequiredTestMethod();
        List<Fault> faults = List.of(method.getAnnotationsByType(Fault.class));
        if (test.scenario().isEmpty() == faults.isEmpty()) {
            throw new ParameterResolutionException(
                    "an AdversityRun needs either @AdversityTest(scenario = \"…\") or @Fault;"
                            + " a test that writes its own scenario takes InProcessScenarios");
        }
        return faults.isEmpty() ? test.scenario() : adversities.file(new AnnotatedScenario(method.getName(), faults));
    }

    private static List<String> words(String scenario, AdversityTest test, String cluster) {
        List<String> words = new ArrayList<>(List.of(scenario, "--size", test.size()));
        if (!cluster.isEmpty()) {
            words.addAll(List.of("--cluster", cluster));
        }
        if (!test.load().isEmpty()) {
            words.addAll(List.of("--load", test.load()));
        }
        return words;
    }

    private static Path results(ExtensionContext context) {
        return Path.of(context.getConfigurationParameter(RESULTS).orElse(USUAL_RESULTS));
    }

    /** Restorer of a cluster after a test: every node serves, and no link is impaired. */
    private record ClusterRestorer(Cluster cluster) {
        /** @throws NotHealedException if something is left that the cluster has no means against, or that does not give way */
        void restore() throws IOException, InterruptedException {
            if (cluster instanceof Links links) {
                for (Link link : links.links()) {
                    links.restoreLink(link);
                }
            }
            for (Node node : cluster.nodes()) {
                restore(node);
            }
            List<String> left = FaultResidue.of(cluster);
            if (!left.isEmpty()) {
                throw new NotHealedException("the test left faults on the cluster: " + String.join(", ", left));
            }
        }

        private void restore(Node node) throws IOException, InterruptedException {
            if (cluster instanceof Pauses pauses) {
                pauses.resume(node);
            }
            if (cluster instanceof Restarts restarts) {
                restarts.start(node);
            }
        }
    }

    /**
     * The cluster of a test class, which its tests have where they name no other.
     *
     * @param name as {@link AdversityTest#cluster} has it
     * @param ending ends it; called when the class is over
     */
    record TestClassCluster(String name, Runnable ending) implements AutoCloseable {
        @Override
        public void close() {
            ending.run();
        }
    }
}
