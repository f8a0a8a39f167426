package squall.ycsb.cli;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import squall.cli.completion.CommandSyntax;
import squall.cli.completion.CommandSyntax.CompletionOption;
import squall.cli.completion.CommandSyntax.CompletionValue;
import squall.system.ExitCode;
import squall.system.OutputScreen;
import squall.table.TextTable;
import squall.ycsb.PropertyCatalog;
import squall.ycsb.PropertyDefinition;
import squall.ycsb.cli.YcsbArguments.LongOptions;

/** Syntax of {@code bin/ycsb}, for its help and for shell completion. */
public final class YcsbSyntax {
    /** Found by their names alone in Squall's own folder. */
    private static final List<String> WORKLOADS =
            Stream.of("a", "b", "c", "d", "e", "f").map("workload"::concat).toList();

    private YcsbSyntax() {}

    public static CommandSyntax syntax() {
        List<CompletionOption> own = List.of(switchOf("--help", "-h"), switchOf("--version"));
        List<CommandSyntax> commands = Stream.of(YcsbArguments.Command.values())
                .map(command -> new CommandSyntax(
                        command.name().toLowerCase(Locale.ROOT),
                        flags(),
                        CompletionValue.oneOf(YcsbArguments.bindings()),
                        List.of()))
                .toList();
        return new CommandSyntax("ycsb", own, CompletionValue.NONE, commands);
    }

    private static List<CompletionOption> flags() {
        List<CompletionOption> flags = new ArrayList<>();
        List<String> assignments =
                PropertyCatalog.names().stream().map(name -> name + "=").toList();
        flags.add(new CompletionOption(List.of("-P"), CompletionValue.fileOr(WORKLOADS)));
        flags.add(new CompletionOption(List.of("-p"), CompletionValue.oneOf(assignments)));
        flags.add(new CompletionOption(List.of("-cp"), CompletionValue.FILE));
        for (String name : List.of("-threads", "-target", "-db", "-l", "-jvm-args")) {
            flags.add(new CompletionOption(List.of(name), CompletionValue.ANY));
        }
        flags.add(switchOf("-s"));
        flags.add(switchOf("--help", "-h"));
        for (String name : LongOptions.names()) {
            flags.add(new CompletionOption(List.of(name), value(LongOptions.find(name))));
        }
        return flags;
    }

    private static CompletionOption switchOf(String... names) {
        return new CompletionOption(List.of(names), CompletionValue.NONE);
    }

    private static CompletionValue value(Optional<PropertyDefinition<?>> property) {
        if (property.map(LongOptions::isFlag).orElse(true)) {
            return CompletionValue.NONE;
        }
        return CompletionValue.oneOf(property.get().format().choices());
    }

    /** The help text: made from what the command really knows. */
    static final class YcsbHelp {
        private static final String USAGE = """
            usage: ycsb load|run|shell BINDING [options]

            ycsb load jdbc -P workloada          load 1,000 rows into the embedded PostgreSQL
            ycsb run jdbc -P workloada -s        run workload a on them, with status lines
            ycsb run jdbc -P workloada -p db.url=jdbc:postgresql://db:5432/ycsb -threads 32 --rate 5000

              -P FILE          property file, searched here, in workloads/ and in workloads/literature/
              -p NAME=VALUE    one property; overrides the files
              -threads N       number of concurrent connections
              -target N        total operations per second of all threads
              -s               status lines on standard error
              -l LABEL         prefix of each status line
              -db CLASS        any class that implements the YCSB interface
              -cp PATH         additional jars, for third-party classes
              -jvm-args ARGS   arguments of the JVM
              --help, --version, --debug
            """;

        /** Column in which the text of an option begins. */
        private static final int TEXT = 45;

        private YcsbHelp() {}

        static void print(PrintStream out) {
            out.println(USAGE);
            out.println("bindings: " + String.join(", ", YcsbArguments.bindings()));
            out.println();
            out.println("options of Squall, each also a property squall.NAME:");
            LongOptions.names()
                    .forEach(name -> LongOptions.find(name).ifPresent(property -> print(out, name, property)));
            out.println();
            out.println("properties:");
            PropertyCatalog.all().stream()
                    .filter(property -> !property.name().startsWith("squall."))
                    .forEach(property -> print(out, property.name(), property));
            out.println();
            out.println("exit codes:");
            Stream.of(ExitCode.values()).forEach(code -> out.printf("  %3d  %s%n", code.code(), code.meaning()));
        }

        private static void print(PrintStream out, String name, PropertyDefinition<?> property) {
            String fallback = property.shownFallback();
            TextTable.entry(
                            "  " + name,
                            property.about() + (fallback.isEmpty() ? "" : " [" + fallback + "]"),
                            TEXT,
                            OutputScreen.WIDEST)
                    .forEach(out::println);
        }
    }
}
