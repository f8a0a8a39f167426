package squall.ycsb.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import squall.cli.completion.CommandSyntax;
import squall.cli.completion.CommandSyntax.CompletionOption;
import squall.cli.completion.CommandSyntax.CompletionValue;
import squall.ycsb.PropertyCatalog;
import squall.ycsb.PropertyDefinition;
import squall.ycsb.cli.YcsbArguments.LongOptions;

/** What can be typed after {@code bin/ycsb}, for shells that complete it. */
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
}
