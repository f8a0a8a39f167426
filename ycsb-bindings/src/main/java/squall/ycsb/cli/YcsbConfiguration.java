package squall.ycsb.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import site.ycsb.DB;
import squall.cli.ClassPath;
import squall.cli.CommandEnvironment;
import squall.results.RunInfo.Setting;
import squall.spi.NearestName;
import squall.system.CommandException;
import squall.system.EmptyValue;
import squall.ycsb.ClientProperties;
import squall.ycsb.CqlProperties;
import squall.ycsb.DatabaseBinding;
import squall.ycsb.JdbcProperties;
import squall.ycsb.PropertyCatalog;
import squall.ycsb.PropertyDefinition;
import squall.ycsb.PropertyFile;
import squall.ycsb.SquallProperties;
import squall.ycsb.YcsbProperties;

/**
 * Configuration that a command line, the environment and the files make together. Options beat {@code -p}, which beats the environment,
 * which beats files, of which the later beats the earlier.
 *
 * @param notes what the user must know of how it was understood, one line each
 */
record YcsbConfiguration(
        YcsbArguments arguments,
        YcsbProperties properties,
        DatabaseBinding binding,
        List<PropertyFile> files,
        List<String> notes) {
    /** @throws CommandException if a file is missing, a value cannot be read, or the binding is not known */
    static YcsbConfiguration of(YcsbArguments arguments, CommandEnvironment environment) throws CommandException {
        DatabaseBinding binding = binding(arguments);
        List<PropertyFile> files = new ArrayList<>();
        Map<String, Setting> settings = new TreeMap<>();
        for (String name : arguments.files()) {
            PropertyFile file = PropertyFile.read(name, environment);
            files.add(file);
            settings.putAll(file.settings());
        }
        settings.putAll(fromEnvironment(environment.variables()));
        settings.putAll(arguments.properties());
        settings.putAll(arguments.options());
        requireValues(settings);
        boolean load = arguments.command() == YcsbArguments.Command.LOAD;
        String origin = arguments.command().name().toLowerCase(Locale.ROOT);
        Setting given = settings.get(ClientProperties.DB.name());
        Optional<DatabaseBinding> standIn = given == null ? Optional.empty() : standIn(given.value(), arguments);
        String named = given == null ? "" : given.value();
        DatabaseBinding chosen = given == null ? binding : standIn.orElseGet(() -> DatabaseBinding.ofClass(named));
        settings.put(
                ClientProperties.DB.name(),
                new Setting(chosen.className(), given == null ? "binding" : given.origin()));
        List<String> notes = standIn.stream()
                .map(own -> "db=" + named + " is not on the class path given with -cp: using Squall's own binding '"
                        + own.name() + "' instead; to run that class, add its jar with -cp")
                .toList();
        settings.put(ClientProperties.DO_TRANSACTIONS.name(), new Setting(String.valueOf(!load), origin));
        return new YcsbConfiguration(arguments, YcsbProperties.of(settings), chosen, files, notes);
    }

    /**
     * Refuses an empty value on the command line, as an unset variable of the shell leaves it, and an empty address anywhere: with the
     * default, another database would be measured. Only a password may be empty.
     */
    private static void requireValues(Map<String, Setting> settings) throws CommandException {
        for (PropertyDefinition<?> property : PropertyCatalog.all()) {
            Setting setting = settings.get(property.name());
            if (setting == null || !setting.value().isBlank() || property.kind() == PropertyDefinition.Kind.SECRET) {
                continue;
            }
            boolean address = property.equals(JdbcProperties.URL) || property.equals(CqlProperties.HOSTS);
            if (address || setting.origin().startsWith("-")) {
                throw CommandException.usage(EmptyValue.message(
                        setting.origin() + ": " + property.name(),
                        address ? "the database that Squall starts" : "its default"));
            }
        }
    }

    YcsbConfiguration with(YcsbProperties changed) {
        return new YcsbConfiguration(arguments, changed, binding, files, notes);
    }

    /** Tells whether CoreWorkload runs on Squall's own implementation. */
    boolean ownWorkload() throws CommandException {
        String workload = properties.get(ClientProperties.WORKLOAD);
        boolean core = workload.equals(ClientProperties.CORE_WORKLOAD);
        return switch (properties.get(SquallProperties.OWN)) {
            case "upstream" -> false;
            case "own" -> {
                if (!core) {
                    throw CommandException.usage("squall.workload=own supports only " + ClientProperties.CORE_WORKLOAD
                            + ", not " + workload);
                }
                yield true;
            }
            default -> core;
        };
    }

    /**
     * Checks unknown names: an error if all classes are Squall's, else they may belong to a third-party class.
     *
     * @throws CommandException if it is a mistake
     */
    void requireKnownNames(Consumer<String> warn) throws CommandException {
        List<String> unknown = new ArrayList<>();
        properties.settings().forEach((name, setting) -> {
            if (!PropertyCatalog.knows(name)) {
                unknown.add(setting.origin() + ": unknown property '" + name + "'"
                        + NearestName.hint(name, PropertyCatalog.names()));
            }
        });
        unknown.sort(null);
        boolean none = properties.get(ClientProperties.WORKLOAD).isEmpty(); // the shell needs no workload
        if ((none || ownWorkload()) && binding.own() && !unknown.isEmpty()) {
            throw CommandException.usage(String.join("\n", unknown));
        }
        unknown.forEach(line -> warn.accept("warning: " + line));
    }

    /** Loads the class of {@code db}. @param classes where it is looked for */
    Class<? extends DB> dbClass(ClassLoader classes) throws CommandException {
        String name = properties.get(ClientProperties.DB);
        try {
            return Class.forName(name, true, classes).asSubclass(DB.class);
        } catch (ClassNotFoundException | NoClassDefFoundError e) {
            throw CommandException.usage(
                    "db=" + name + " (" + properties.origin(ClientProperties.DB)
                            + ") cannot be used: no such class on the class path"
                            + NearestName.hint(name, new ArrayList<>(YcsbArguments.bindings()))
                            + "; add its jar with -cp",
                    e);
        } catch (ClassCastException e) {
            throw CommandException.usage("db: " + name + " is no " + DB.class.getName(), e);
        }
    }

    /** Opens the database through YCSB's own interface, for the shell. */
    DB shellDb(ClassLoader classes) throws CommandException {
        try {
            DB db = dbClass(classes).getDeclaredConstructor().newInstance();
            db.setProperties(properties.asProperties());
            return db;
        } catch (ReflectiveOperationException e) {
            throw CommandException.usage("db: " + properties.get(ClientProperties.DB) + " cannot be created: " + e, e);
        }
    }

    /** Finds the binding of Squall's own that a class name means; a class that is found on the user's class path is that class. */
    private static Optional<DatabaseBinding> standIn(String className, YcsbArguments arguments)
            throws CommandException {
        try {
            boolean found = ClassPath.of(arguments.classPath()).has(className);
            return found ? Optional.empty() : DatabaseBinding.standingInFor(className);
        } catch (IOException e) {
            throw CommandException.usage("-cp " + arguments.classPath() + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static DatabaseBinding binding(YcsbArguments arguments) throws CommandException {
        String typed = arguments.binding();
        if (typed.isEmpty()) {
            return DatabaseBinding.JDBC; // -db tells, see Arguments
        }
        return DatabaseBinding.named(typed)
                .orElseThrow(() -> CommandException.usage(
                        "unknown binding '" + typed + "' (known: " + String.join(", ", YcsbArguments.bindings())
                                + "; any other class with -db)" + NearestName.hint(typed, YcsbArguments.bindings())));
    }

    /** {@code SQUALL_ERROR_BUDGET} is {@code squall.error-budget}; variables that name no property are not for this command. */
    private static Map<String, Setting> fromEnvironment(Map<String, String> environment) {
        Map<String, Setting> settings = new TreeMap<>();
        for (String name : PropertyCatalog.names()) {
            String variable = name.replace('.', '_').replace('-', '_').toUpperCase(Locale.ROOT);
            String value = environment.get(variable);
            if (name.startsWith("squall.") && value != null) {
                settings.put(name, new Setting(value, variable));
            }
        }
        return settings;
    }
}
