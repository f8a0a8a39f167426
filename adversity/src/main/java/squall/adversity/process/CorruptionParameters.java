package squall.adversity.process;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import squall.adversity.process.BlockCorruption.Method;
import squall.spi.Options;
import squall.spi.StoredFiles;
import squall.spi.StoredFiles.FileKind;

/**
 * Settings of the fault {@code corrupt}.
 *
 * @param files empty for those that the database usually has
 * @param given the option {@code age}; see {@link #age}
 */
record CorruptionParameters(
        Optional<FileKind> files, Method how, int amount, boolean restart, Optional<Duration> given) {
    private static final String FILES = "files";
    private static final String HOW = "how";
    private static final String AMOUNT = "amount";
    private static final String RESTART = "restart";
    private static final String AGE = "age";
    private static final int MOST_BLOCKS = 1000;
    private static final Duration USUAL_AGE = Duration.ofSeconds(2);
    private static final Duration LONGEST_AGE = Duration.ofSeconds(20);

    static CorruptionParameters of(Options options) {
        options.allowOnly(List.of(FILES, HOW, AMOUNT, RESTART, AGE));
        String files = options.text(FILES, "");
        String how = options.text(HOW, Method.BITFLIP.word());
        Optional<Duration> age =
                options.text(AGE, "").isEmpty() ? Optional.empty() : Optional.of(options.duration(AGE, USUAL_AGE));
        if (age.isPresent() && age.get().compareTo(LONGEST_AGE) > 0) {
            throw new IllegalArgumentException("corrupt: option 'age' must be at most " + LONGEST_AGE.toSeconds()
                    + " s, not " + age.get().toSeconds() + " s");
        }
        return new CorruptionParameters(
                files.isEmpty()
                        ? Optional.empty()
                        : Optional.of(one(FILES, files, Arrays.asList(FileKind.values()), FileKind::word)),
                one(HOW, how, Arrays.asList(Method.values()), Method::word),
                options.number(AMOUNT, 1, 1, MOST_BLOCKS),
                options.flag(RESTART, true),
                age);
    }

    /** Returns the time in which clients write: before a {@link Method#STALE} block is put back, and before a crash whose recovery reads the files. */
    Duration age() {
        return given.orElse(USUAL_AGE);
    }

    private static <T> T one(String option, String found, List<T> all, Function<T, String> word) {
        return all.stream()
                .filter(each -> word.apply(each).equals(found))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("corrupt: option '" + option + "' must be one of "
                        + all.stream().map(word).collect(Collectors.joining(", ")) + ", not '" + found + "'"));
    }

    /**
     * Returns the kind of files on this cluster. @throws IllegalArgumentException if the database has none of the chosen kind, or never
     * writes into them again
     */
    FileKind kindOf(StoredFiles cluster) {
        List<FileKind> there = cluster.fileKinds();
        FileKind kind = files.orElse(there.getFirst());
        if (!there.contains(kind)) {
            throw new IllegalArgumentException("corrupt: this database has no files of the kind '" + kind.word()
                    + "': files must be one of "
                    + there.stream().map(FileKind::word).collect(Collectors.joining(", ")));
        }
        if (how == Method.STALE && kind.writtenOnce()) {
            throw new IllegalArgumentException("corrupt: how=" + how.word()
                    + " needs blocks that were written again, and files of the kind '"
                    + kind.word() + "' are written once: choose another 'how', or files="
                    + kinds(there.stream().filter(other -> !other.writtenOnce()).toList()));
        }
        if (given.isPresent() && how != Method.STALE && !kind.ofRecovery()) {
            throw new IllegalArgumentException(
                    "corrupt: option 'age' has no effect with how=" + how.word() + " on files of the kind '"
                            + kind.word() + "': leave it out, or choose how=" + Method.STALE.word());
        }
        return kind;
    }

    static String kinds(List<FileKind> kinds) {
        return kinds.stream().map(FileKind::word).collect(Collectors.joining("|"));
    }
}
