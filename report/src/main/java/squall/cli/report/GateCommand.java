package squall.cli.report;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import squall.report.compare.ComparisonSettings;
import squall.report.compare.GateReport;
import squall.report.compare.GateSettings;
import squall.report.compare.RegressionGate;
import squall.system.CommandException;

/** {@code bin/adversity gate}: whether new runs of a scenario are worse than earlier ones, with stated error rates. */
@Command(
        name = "gate",
        description = {
            "Judges new runs of a scenario by earlier ones: bin/adversity gate --baseline results/A/2026* --new results/B/2026*.",
            "Each figure of each fault has a limit with a stated false-alarm rate; the answer is sure (pass or worse), or how many more runs it needs."
        },
        footer =
                "Exit codes: 0 sure: pass; 2 usage, too few baseline runs, or runs that cannot be compared; 4 data of a new run is wrong; 5 a file cannot be written; 6 not sure yet; 7 sure: worse.")
public final class GateCommand implements Callable<Integer> {
    private static final Pattern PERCENT = Pattern.compile("(\\d{1,2}(?:\\.\\d+)?)%");

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--baseline",
            arity = "1..*",
            required = true,
            paramLabel = "RUN",
            description = "Run directories of earlier runs; 20 or more are sensible.")
    private List<Path> baseline = new ArrayList<>();

    @Option(
            names = "--new",
            arity = "1..*",
            paramLabel = "RUN",
            description = "Run directories of the new runs so far. Without any, the limits are printed.")
    private List<Path> newRuns = new ArrayList<>();

    @Option(
            names = "--false-alarms",
            paramLabel = "N%",
            defaultValue = "5%",
            description =
                    "The highest probability that runs that are no worse are called worse, over all figures and looks (default: 5%%).")
    private String risk;

    @Option(
            names = "--power",
            paramLabel = "N%",
            defaultValue = "90%",
            description = "The probability with which the stated smallest worsening is found (default: 90%%).")
    private String power;

    @Option(
            names = "--max-runs",
            paramLabel = "N",
            defaultValue = "8",
            description = "The number of new runs after which it is sure in any case (default: ${DEFAULT-VALUE}).")
    private int mostRuns;

    @Option(
            names = "--metric",
            paramLabel = "KEY",
            description = {
                "Judge this figure, as bin/report compare has them; may be repeated.",
                "Else: of each fault the seconds below half, the recovery since the injection, the goodput kept and the p99 as a multiple."
            })
    private List<String> metrics = new ArrayList<>();

    @Mixin
    private ComparisonOptions.MinimumEffects effects;

    @Option(
            names = "--allow-difference",
            paramLabel = "KEY",
            description =
                    "Judge runs though they differ in this member of the manifest, setting (config.NAME) or file; may be repeated.")
    private List<String> allowed = new ArrayList<>();

    @Mixin
    private ReportOutput.OutputOptions output;

    @SuppressWarnings("NullAway.Init") // picocli fills in the fields before the command is called
    GateCommand() {}

    @Override
    public Integer call() throws CommandException {
        ReportOutput chosen = output.output();
        GateSettings settings = settings();
        RegressionGate gate =
                RegressionGate.of(ComparisonOptions.read(baseline), ComparisonOptions.read(newRuns), settings);
        chosen.write(new GateReport(gate), spec.commandLine().getOut());
        return gate.exitCode().code();
    }

    private GateSettings settings() throws CommandException {
        if (mostRuns < 1 || mostRuns > GateSettings.MOST_RUNS) {
            throw CommandException.usage("--max-runs must be 1 to " + GateSettings.MOST_RUNS + ", not " + mostRuns);
        }
        return new GateSettings(
                new ComparisonSettings(List.of("baseline", "new"), metrics, effects.given(), allowed, 42, false),
                share("--false-alarms", risk, 0.0001, 0.5, "5%"),
                share("--power", power, 0.5, 0.999, "90%"),
                mostRuns);
    }

    private static double share(String option, String text, double least, double most, String example)
            throws CommandException {
        Matcher percent = PERCENT.matcher(text);
        double share = percent.matches() ? Double.parseDouble(percent.group(1)) / 100 : Double.NaN;
        if (!(share >= least && share <= most)) {
            throw CommandException.usage(option + " must be from " + plain(least) + " to " + plain(most) + ", such as "
                    + example + ", not '" + text + "'");
        }
        return share;
    }

    private static String plain(double share) {
        return (Math.round(share * 1e4) / 1e2 + "%").replace(".0%", "%");
    }
}
