package squall.ycsb.distribution;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import squall.system.InputFile;
import squall.system.InvalidFileException;
import squall.ycsb.distribution.KeyChoosers.ZipfRanks;

/** Distribution of the length of a value or a scan. Immutable: one serves all sessions. */
public interface LengthDistribution {
    int next(SplitMix random);

    static LengthDistribution constant(int length) {
        return random -> length;
    }

    /** Returns lengths from {@code min} to {@code max}, both included. */
    static LengthDistribution uniform(int min, int max) {
        return random -> min + (int) random.below(max - min + 1);
    }

    /** Returns lengths from {@code min}, the most frequent, to {@code max}, both included. */
    static LengthDistribution zipfian(int min, int max) {
        int items = max - min + 1;
        if (items < 3) {
            return uniform(min, max); // too few ranks for the formula; upstream divides by zero here
        }
        ZipfRanks ranks = new ZipfRanks(KeyChoosers.THETA, items, new KeyChoosers.ZetaSum(KeyChoosers.THETA).of(items));
        return random -> min + (int) ranks.rank(random.uniform());
    }

    /**
     * Reads the frequencies from a file: {@code BlockSize<TAB>n}, then one line {@code bucket<TAB>count} for each bucket from 0; bucket
     * {@code b} stands for the length {@code (b + 1) * n}.
     *
     * @throws IOException if the file cannot be read or does not look so; the message names file, line, found and wanted
     */
    static LengthDistribution histogram(Path file) throws IOException {
        List<String> lines = InputFile.lines(file);
        int blockSize = Math.toIntExact(numberAt(file, lines, 0, "BlockSize"));
        List<Long> cumulated = new ArrayList<>();
        long sum = 0;
        for (int line = 1; line < lines.size(); line++) {
            sum += numberAt(file, lines, line, String.valueOf(line - 1));
            cumulated.add(sum);
        }
        if (sum <= 0) {
            throw new InvalidFileException(file + ": has no counts; expected lines 'bucket<TAB>count' after the first");
        }
        long[] upTo = cumulated.stream().mapToLong(Long::longValue).toArray();
        long area = sum;
        // Upstream gives the last bucket the length of the one before it; published results were measured so.
        return random -> blockSize * Math.min(1 + bucket(upTo, random.below(area)), upTo.length - 1);
    }

    /** Finds the first bucket up to which the count is reached; upstream gives the first bucket one count more, the last one less. */
    private static int bucket(long[] upTo, long drawn) {
        int bucket = 0;
        while (upTo[bucket] < drawn) {
            bucket++;
        }
        return bucket;
    }

    private static long numberAt(Path file, List<String> lines, int line, String name) throws IOException {
        String found = line < lines.size() ? lines.get(line) : "";
        String[] cells = found.split("\t", -1);
        if (cells.length != 2 || !cells[0].equals(name) || !cells[1].strip().matches("\\d{1,9}")) {
            throw new InvalidFileException(file + ":" + (line + 1) + ": found " + InputFile.excerpt(found)
                    + ", expected '" + name + "<TAB>' and a number");
        }
        return Long.parseLong(cells[1].strip());
    }
}
