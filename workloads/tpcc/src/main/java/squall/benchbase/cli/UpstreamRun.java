package squall.benchbase.cli;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import squall.benchbase.upstream.BenchbaseDistribution;
import squall.benchbase.upstream.BenchbaseJdk;
import squall.benchbase.upstream.BenchbaseProcess;
import squall.cli.command.RunTags;
import squall.cli.progress.ProgressConsole;
import squall.system.CommandException;

/** The command on the user's BenchBase: its own arguments, with every path absolute since it is started in a folder of its own. */
final class UpstreamRun {
    private final BenchbaseInvocation invocation;
    private final BenchbaseDistribution distribution;
    private final BenchbaseJdk jdk;

    UpstreamRun(BenchbaseInvocation invocation, BenchbaseDistribution distribution, BenchbaseJdk jdk) {
        this.invocation = invocation;
        this.distribution = distribution;
        this.jdk = jdk;
    }

    /** @return BenchBase's exit code */
    int execute(ProgressConsole console, Instant now) throws CommandException, IOException, InterruptedException {
        refuseOwnOptions();
        int code = new BenchbaseProcess(
                        distribution, jdk, invocation.surroundings().home())
                .run(arguments(), invocation.results(), now, console::say);
        if (code != 0) {
            console.tell("exit " + code + ": BenchBase exited with " + code + "; see its output");
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
        if (own.clients(invocation.surroundings()).split().shared()) {
            given.add("--clients");
        }
        if (own.tags().given()) {
            given.add(RunTags.OPTION);
        }
        if (own.allConditions()) {
            given.add("--all-conditions");
        }
        if (!given.isEmpty()) {
            throw BenchbaseInvocation.wrong(String.join(", ", given) + ": your BenchBase (" + distribution.jar()
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
