package squall.cli.command;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import squall.cli.CommandEnvironment;
import squall.cli.CommandRunner;
import squall.cli.JarOptions;
import squall.cli.completion.CommandSyntax;
import squall.cli.completion.PicocliSyntax;
import squall.system.CommandException;

/** Command that runs a load and whose options picocli reads: its own, those of its workload, and the {@linkplain RunOptions options of every run}. */
public abstract class FrontEndCommand implements Callable<Integer> {
    private final CommandEnvironment environment;
    private final List<String> words;
    private final List<RunOption<?>> own;

    @Spec
    private CommandSpec spec;

    @Mixin
    private JarOptions jars = new JarOptions();

    /**
     * @param words of the command line, as typed
     * @param own options of the workload, and of how it is paced and printed
     */
    @SuppressWarnings("NullAway.Init") // picocli fills in the fields before the command is called
    protected FrontEndCommand(CommandEnvironment environment, List<String> words, List<RunOption<?>> own) {
        this.environment = environment;
        this.words = List.copyOf(words);
        this.own = List.copyOf(own);
    }

    /** Creates the picocli command line; it prints to the streams of the environment and nowhere else. */
    public CommandLine line() {
        return RunOptionParser.add(RunOptionParser.add(CommandRunner.line(this, environment), own), RunOptions.ALL);
    }

    /** Runs the command to its end and returns its exit code. */
    public final int execute() {
        return line().execute(words.toArray(String[]::new));
    }

    /** Returns the syntax of the command, for the completion of shells. */
    public final CommandSyntax completion() {
        return PicocliSyntax.of(line().getCommandSpec());
    }

    @Override
    public abstract Integer call() throws CommandException, IOException, InterruptedException;

    protected final CommandEnvironment environment() {
        return environment;
    }

    protected final List<String> words() {
        return words;
    }

    protected final JarOptions jars() {
        return jars;
    }

    /** Returns the options of the run, once they are parsed. @throws CommandException if a value of an own one cannot be read */
    protected final RunOptions options() throws CommandException {
        RunOptions options = RunOptionParser.parsed(spec);
        options.require(own);
        return options;
    }
}
