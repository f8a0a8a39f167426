package squall.cli.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import squall.results.Manifest;
import squall.results.merge.RunMerge;
import squall.spi.ObjectStore;
import squall.spi.ObjectStore.StoredObject;
import squall.spi.ObjectStoreProvider;
import squall.spi.Options;
import squall.system.CommandException;
import squall.system.HumanNumbers;
import squall.system.InvalidFileException;

/**
 * Location of runs in a bucket: a run directory, or several under one prefix. The files that merging needs are copied to a folder.
 *
 * @param prefix of the names of all their objects; empty, or ends with a slash
 */
record StoredRuns(String address, String scheme, String bucket, String prefix) {
    /** Maximum number of objects, about ten times what ten thousand clients have. */
    private static final int MOST_OBJECTS = 200_000;

    private static final Pattern ADDRESS = Pattern.compile("([a-z][a-z0-9+.-]*)://([^/]+)(?:/(.*))?");

    /** Pattern of names that no file of a run has: they lead to other folders, or would be displayed as another name. */
    private static final Pattern HOSTILE = Pattern.compile("(^|/)(\\.{0,2})(/|$)|[\\\\\\p{Cntrl}]");

    /** Parses an address of a bucket; empty if the word names a folder. @throws CommandException if it is an address without a bucket */
    static Optional<StoredRuns> at(String words) throws CommandException {
        if (!words.contains("://")) {
            return Optional.empty();
        }
        Matcher address = ADDRESS.matcher(words);
        if (!address.matches()) {
            throw CommandException.usage("an address of runs must be SCHEME://BUCKET/PREFIX, not '" + words + "'");
        }
        String prefix = Optional.ofNullable(address.group(3)).orElse("").replaceFirst("/+$", "");
        return Optional.of(
                new StoredRuns(words, address.group(1), address.group(2), prefix.isEmpty() ? "" : prefix + "/"));
    }

    /**
     * Copies the files that merging needs.
     *
     * @param folder an empty one
     * @param limit for all of it
     * @param say receives a line with the size, before the files are copied
     * @throws CommandException if the address or the names in the bucket are wrong, or there is no run
     * @throws IOException if the bucket cannot be read, or a file cannot be written
     */
    void copyTo(Path folder, Options options, Duration limit, Consumer<String> say)
            throws CommandException, IOException {
        try (ObjectStore store = provider().open(bucket, options, limit)) {
            Map<StoredObject, Path> files = files(store.list(prefix, MOST_OBJECTS));
            long bytes = files.keySet().stream().mapToLong(StoredObject::bytes).sum();
            say.accept("download   " + address + ": " + HumanNumbers.counted(files.size(), "file") + ", "
                    + HumanNumbers.amount(bytes / 1e6) + " MB");
            for (Map.Entry<StoredObject, Path> file : files.entrySet()) {
                Path target = folder.resolve(file.getValue());
                Files.createDirectories(target.resolveSibling("."));
                store.copy(file.getKey(), target);
            }
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(e);
        }
    }

    /**
     * Returns the path of each needed object, relative to the folder. @throws InvalidFileException if a name is hostile, or there is no run
     */
    Map<StoredObject, Path> files(List<StoredObject> objects) throws InvalidFileException {
        Map<StoredObject, Path> files = new LinkedHashMap<>();
        for (StoredObject object : objects) {
            String name = object.name()
                    .substring(Math.min(prefix.length(), object.name().length()));
            boolean folder = object.bytes() == 0 && (name.isEmpty() || name.endsWith("/")); // as consoles mark one
            if (!object.name().startsWith(prefix) || (HOSTILE.matcher(name).find() && !folder)) {
                throw new InvalidFileException(address + ": the object '" + shown(object.name())
                        + "' has a name that a file of a run cannot have; nothing was downloaded");
            }
            if (!folder && needed(name)) {
                files.put(object, Path.of(name));
            }
        }
        if (files.values().stream().noneMatch(file -> file.endsWith(Manifest.NAME))) {
            throw new InvalidFileException(address + ": "
                    + (objects.isEmpty() ? "there is no object" : "there is no run")
                    + " under this prefix (looked for " + shown(prefix) + Manifest.NAME + " and " + shown(prefix) + "*/"
                    + Manifest.NAME + " among " + HumanNumbers.count(objects.size()) + " objects)");
        }
        return files;
    }

    /** Returns whether the object is a file of the run at the prefix itself, or of one directly under it. */
    private static boolean needed(String name) {
        return RunMerge.FILES.contains(name) || RunMerge.FILES.contains(name.substring(name.indexOf('/') + 1));
    }

    private static String shown(String name) {
        return name.replaceAll("\\p{Cntrl}", "?");
    }

    private ObjectStoreProvider provider() throws CommandException {
        List<ObjectStoreProvider> known = ServiceLoader.load(ObjectStoreProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .toList();
        return known.stream()
                .filter(provider -> provider.scheme().equals(scheme))
                .findFirst()
                .orElseThrow(() -> CommandException.usage("'" + address
                        + "' is an address of a kind that this installation cannot read; it reads: "
                        + known.stream().map(ObjectStoreProvider::scheme).toList()));
    }
}
