package squall.ycsb.upstream;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.List;
import java.util.stream.Stream;
import site.ycsb.DB;
import site.ycsb.Workload;
import squall.cli.CommandException;
import squall.cli.ExitCode;
import squall.spi.Nearest;
import squall.ycsb.Binding;

/** A class of a third party that objects are made of. @param <T> what it must be */
final class ThirdPartyClass<T> {
    private static final List<String> WORKLOADS = Stream.of(
                    "CoreWorkload", "ConstantOccupancyWorkload", "RestWorkload", "TimeSeriesWorkload")
            .map(name -> "site.ycsb.workloads." + name)
            .toList();

    private final String property;
    private final Constructor<? extends T> constructor;

    private ThirdPartyClass(String property, Constructor<? extends T> constructor) {
        this.property = property;
        this.constructor = constructor;
    }

    /** @throws CommandException if it cannot be loaded or is no database */
    static ThirdPartyClass<DB> database(String name, ClassLoader classes) throws CommandException {
        List<String> known = Binding.ALL.stream().map(Binding::className).toList();
        return find("db", name, DB.class, known, classes);
    }

    /** @throws CommandException if it cannot be loaded or is no workload */
    static ThirdPartyClass<Workload> workload(String name, ClassLoader classes) throws CommandException {
        return find("workload", name, Workload.class, WORKLOADS, classes);
    }

    String name() {
        return constructor.getDeclaringClass().getName();
    }

    /** @throws CommandException if the constructor throws or is not accessible */
    T make() throws CommandException {
        try {
            return constructor.newInstance();
        } catch (InvocationTargetException e) {
            throw unusable(property, name(), "its constructor threw " + e.getTargetException(), e);
        } catch (ReflectiveOperationException | LinkageError e) {
            throw unusable(property, name(), "no object of it can be made: " + e, e);
        }
    }

    private static <T> ThirdPartyClass<T> find(
            String property, String name, Class<T> wanted, List<String> known, ClassLoader classes)
            throws CommandException {
        try {
            Class<? extends T> found = Class.forName(name, true, classes).asSubclass(wanted);
            return new ThirdPartyClass<>(property, found.getConstructor());
        } catch (ClassNotFoundException e) {
            throw unusable(property, name, "there is no such class on the class path" + hint(name, known), e);
        } catch (LinkageError e) {
            throw unusable(property, name, "it needs what is not on the class path (add it with -cp): " + e, e);
        } catch (ClassCastException e) {
            throw unusable(property, name, "it is no " + wanted.getName(), e);
        } catch (NoSuchMethodException e) {
            throw unusable(property, name, "it has no public constructor without arguments", e);
        }
    }

    private static String hint(String name, List<String> known) {
        String suggestion = Nearest.hint(name, known);
        return suggestion.isEmpty() ? " (add it with -cp); known are " + String.join(", ", known) : suggestion;
    }

    private static CommandException unusable(String property, String name, String why, Throwable cause) {
        return new CommandException(ExitCode.USAGE, property + "=" + name + " cannot be used: " + why, cause);
    }
}
