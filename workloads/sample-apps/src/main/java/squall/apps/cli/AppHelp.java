package squall.apps.cli;

import java.util.ArrayList;
import java.util.List;
import squall.apps.AppProfile;
import squall.apps.SampleApp;
import squall.apps.SampleAppCatalog;
import squall.system.OutputScreen;
import squall.table.TextTable;

/** Help of the command with all workloads, or of one workload with its defaults. */
final class AppHelp {
    private static final int COLUMN = 38;

    private AppHelp() {}

    static List<String> of(SampleAppCatalog catalogue) {
        List<String> lines = new ArrayList<>(List.of(
                "Usage: bin/sample-apps --workload NAME [--nodes HOST:PORT,...] [options]",
                "",
                "Runs one of the sample applications; without --nodes and --url on an embedded PostgreSQL or Cassandra.",
                "Options have one dash or two. --workload NAME --help tells a workload's options and defaults.",
                "The experiments of the white paper of 2019 are runs of these: bin/experiment run paper-workloads.",
                "",
                "Workloads:"));
        catalogue
                .apps()
                .forEach(app ->
                        lines.addAll(entry(app.profile().name(), app.profile().text())));
        return List.copyOf(lines);
    }

    static List<String> of(SampleApp app) {
        AppProfile profile = app.profile();
        AppProfile.Drive drive = profile.drive();
        List<String> lines = new ArrayList<>(List.of(
                "Usage: bin/sample-apps --workload " + profile.name() + " [options]",
                "",
                profile.text(),
                "",
                "Defaults:"));
        lines.add(defaults("table " + profile.table()));
        lines.add(defaults("--num_threads_read " + drive.readers() + " --num_threads_write " + drive.writers()));
        lines.add(defaults("--num_unique_keys " + drive.keys() + " --num_writes " + drive.writes() + " --num_reads "
                + drive.reads()));
        lines.add(defaults("--batch_size " + profile.batch() + " --value_size " + profile.valueBytes()));
        lines.add("");
        lines.add("Options:");
        AppOptions.of(app)
                .forEach(flag -> lines.addAll(
                        entry("--" + flag.name() + (flag.isSwitch() ? "" : " " + flag.value()), flag.text())));
        lines.addAll(entry("-h, --help", "Shows this help"));
        lines.addAll(entry("--version", "Shows the version"));
        lines.addAll(entry("--debug", "Shows stack traces"));
        lines.add("");
        lines.add("Exit codes: 0 ok; 1 internal error; 2 usage or configuration; 3 expectation not met (error budget,");
        lines.add("rate, stop rule); 4 data wrong; 5 database unreachable; 6 run invalid; 130, 143 ended by a signal.");
        return List.copyOf(lines);
    }

    private static String defaults(String text) {
        return "  " + text;
    }

    private static List<String> entry(String name, String text) {
        return TextTable.entry("  " + name, text, COLUMN, OutputScreen.WIDEST);
    }
}
