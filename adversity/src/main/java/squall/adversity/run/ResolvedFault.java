package squall.adversity.run;

import java.util.Optional;
import squall.adversity.ProviderRegistry;
import squall.engine.phases.FaultText;
import squall.scenario.Injection;
import squall.scenario.ProviderSpec;
import squall.spi.Cluster;
import squall.spi.FaultProvider;

/**
 * The fault of an injection on a cluster: the one that the scenario names, or its fallback.
 *
 * @param standIn for which fault of the scenario's; empty if it is that itself
 */
record ResolvedFault(ProviderSpec choice, FaultProvider provider, Optional<String> standIn) {
    /** What was found for an injection. */
    sealed interface Found {
        record With(ResolvedFault resolved) implements Found {}

        /** @param why one line */
        record Without(String why) implements Found {}
    }

    /** @throws IllegalArgumentException if there is no such fault, or an option is unknown or has no such value */
    static Found of(Injection injection, Cluster cluster, ProviderRegistry<FaultProvider> faults) {
        ProviderSpec wanted = injection.fault();
        Optional<String> why = refusal(wanted, cluster, faults);
        if (why.isEmpty()) {
            return new Found.With(new ResolvedFault(wanted, faults.named(wanted.kind()), Optional.empty()));
        }
        if (injection.fallback().isEmpty()) {
            return new Found.Without(wanted.kind() + ": " + why.get());
        }
        ProviderSpec fallback = injection.fallback().get();
        return refusal(fallback, cluster, faults)
                .<Found>map(also ->
                        new Found.Without(wanted.kind() + ": " + why.get() + "; " + fallback.kind() + ": " + also))
                .orElseGet(() -> new Found.With(
                        new ResolvedFault(fallback, faults.named(fallback.kind()), Optional.of(wanted.kind()))));
    }

    private static Optional<String> refusal(
            ProviderSpec choice, Cluster cluster, ProviderRegistry<FaultProvider> faults) {
        return faults.named(choice.kind()).refusal(cluster, choice.options("fault"));
    }

    FaultProvider.Aim aim() {
        return provider.aim(choice.options("fault"));
    }

    /** For example {@code pause (standing in for diskStall)}. */
    String shown() {
        String options = choice.options().isEmpty() ? "" : " " + choice.options();
        return choice.kind()
                + options
                + standIn.map(kind -> " (" + FaultText.standingInFor(kind) + ")")
                        .orElse("");
    }
}
