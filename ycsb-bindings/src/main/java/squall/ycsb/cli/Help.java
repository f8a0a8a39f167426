package squall.ycsb.cli;

import java.io.PrintStream;
import java.util.stream.Stream;
import squall.cli.ExitCode;
import squall.ycsb.Catalogue;
import squall.ycsb.Property;

/** The help text: made from what the command really knows. */
final class Help {
    private static final String USAGE = """
            usage: ycsb load|run|shell BINDING [options]

            ycsb load jdbc -P workloada          loads 1,000 rows into the embedded PostgreSQL
            ycsb run jdbc -P workloada -s        runs workload a on them, with status lines
            ycsb run jdbc -P workloada -p db.url=jdbc:postgresql://db:5432/ycsb -threads 32 --rate 5000

              -P FILE          properties from a file: here, then in workloads/, then in workloads/literature/
              -p NAME=VALUE    one property; beats every file
              -threads N       connections held at once
              -target N        operations per second over all threads
              -s               status lines on standard error
              -l LABEL         put before each status line
              -db CLASS        any class of the YCSB interface
              -cp PATH         more jars, for classes of third parties
              -jvm-args ARGS   for the JVM that runs this
              --help, --version, --debug
            """;

    private Help() {}

    static void print(PrintStream out) {
        out.println(USAGE);
        out.println("bindings: " + String.join(", ", Arguments.bindings()));
        out.println();
        out.println("options of Squall, each a property squall.NAME too:");
        LongOptions.names().forEach(name -> LongOptions.find(name).ifPresent(property -> print(out, name, property)));
        out.println();
        out.println("properties:");
        Catalogue.all().stream()
                .filter(property -> !property.name().startsWith("squall."))
                .forEach(property -> print(out, property.name(), property));
        out.println();
        out.println("exit codes:");
        Stream.of(ExitCode.values()).forEach(code -> out.printf("  %3d  %s%n", code.code(), code.meaning()));
    }

    private static void print(PrintStream out, String name, Property<?> property) {
        String fallback = property.shownFallback();
        out.printf("  %-42s %s%s%n", name, property.about(), fallback.isEmpty() ? "" : " [" + fallback + "]");
    }
}
