package squall.benchbase.cli;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import squall.benchbase.upstream.Distribution;
import squall.benchbase.upstream.Jdk;
import squall.benchbase.upstream.Upstream;
import squall.cli.CommandException;
import squall.cli.progress.Console;

/** The command on the user's BenchBase: its own arguments, with every path absolute since it is started in a folder of its own. */
final class UpstreamRun {
    private final Invocation invocation;
    private final Distribution distribution;
    private final Jdk jdk;

    UpstreamRun(Invocation invocation, Distribution distribution, Jdk jdk) {
        this.invocation = invocation;
        this.distribution = distribution;
        this.jdk = jdk;
    }

    /** @return BenchBase's exit code */
    int execute(Console console, Instant now) throws CommandException, IOException, InterruptedException {
        refuseOwnOptions();
        int code = new Upstream(distribution, jdk, invocation.surroundings().home())
                .run(arguments(), invocation.results(), now, console::say);
        if (code != 0) {
            console.tell("exit " + code + ": BenchBase ended with " + code + "; its own output says why");
        }
        return code;
    }

    /** What BenchBase does not know would be silently left undone. */
    private void refuseOwnOptions() throws CommandException {
        SquallFlags own = invocation.own();
        List<String> given = new ArrayList<>();
        own.url().ifPresent(x -> given.add("--url"));
        own.warehouses().ifPresent(x -> given.add("--warehouses"));
        own.fromWarehouse().ifPresent(x -> given.add("--from-warehouse"));
        own.totalWarehouses().ifPresent(x -> given.add("--total-warehouses"));
        own.connections().ifPresent(x -> given.add("--connections"));
        own.abortOn().ifPresent(x -> given.add("--abort-on"));
        own.seed().ifPresent(x -> given.add("--seed"));
        if (own.allConditions()) {
            given.add("--all-conditions");
        }
        if (!given.isEmpty()) {
            throw Invocation.wrong(String.join(", ", given) + ": your BenchBase (" + distribution.jar()
                    + ") has no such option; add --engine squall, or change the file");
        }
    }

    private List<String> arguments() {
        BenchbaseFlags flags = invocation.flags();
        List<String> arguments = new ArrayList<>();
        if (!flags.benchmarks().isEmpty()) {
            arguments.addAll(List.of("-b", String.join(",", flags.benchmarks())));
        }
        if (!flags.config().isEmpty()) {
            arguments.addAll(List.of("-c", invocation.config().toString()));
        }
        steps(arguments);
        arguments.addAll(List.of("-d", invocation.path(flags.directory()).toString()));
        arguments.addAll(List.of("-s", Integer.toString(flags.sampleSeconds())));
        if (flags.monitorMs() > 0) {
            arguments.addAll(List.of("-im", Integer.toString(flags.monitorMs()), "-mt", flags.monitorType()));
        }
        flags.histograms()
                .ifPresent(file ->
                        arguments.addAll(List.of("-jh", invocation.path(file).toString())));
        return arguments;
    }

    private void steps(List<String> arguments) {
        BenchbaseFlags flags = invocation.flags();
        add(arguments, "--create", flags.steps().create());
        add(arguments, "--clear", flags.steps().clear());
        add(arguments, "--load", flags.steps().load());
        add(arguments, "--execute", flags.steps().execute());
        add(arguments, "--anonymize", flags.anonymize());
        add(arguments, "--dialects-export", flags.dialectsExport());
    }

    private static void add(List<String> arguments, String option, boolean asked) {
        if (asked) {
            arguments.add(option + "=true");
        }
    }
}
