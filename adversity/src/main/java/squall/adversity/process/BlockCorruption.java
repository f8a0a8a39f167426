package squall.adversity.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Function;
import squall.spi.StoredFiles.BlockContent;
import squall.spi.StoredFiles.FilePart;

/**
 * Choice of blocks in the files of one node, and of what becomes of them: a function of the files, the seed and the older copies.
 *
 * @param content finds the part of a block that holds something; only such blocks are chosen
 */
record BlockCorruption(Method how, int amount, long seed, Function<byte[], BlockContent> content) {
    /** Maximum size of the older copies. */
    private static final long MOST_COPIED = 1L << 30;

    /** Way in which blocks become corrupt. */
    enum Method {
        /** Inverted bit in each block. */
        BITFLIP("one bit is inverted in each of"),
        /** Zeros in place of blocks. */
        ZERO("zeros replace"),
        /** End of a file that comes earlier. */
        TRUNCATE("a file ends earlier by"),
        /** Blocks as they were some time ago: a write that the disk acknowledged and never made. */
        STALE("an older version replaces");

        private final String text;

        Method(String text) {
            this.text = text;
        }

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Describes the change of that many blocks. */
        String text(int amount) {
            return text + " " + amount + (amount == 1 ? " block" : " blocks");
        }
    }

    /** Block of a file. */
    private static final class Block {
        final Path file;
        final long offset;
        final byte[] bytes;

        Block(Path file, long offset, byte[] bytes) {
            this.file = file;
            this.offset = offset;
            this.bytes = bytes;
        }
    }

    /** Run of blocks in an existing file. */
    private record Run(Path file, long from, long to, int blockBytes) {
        long blocks() {
            return (to - from + blockBytes - 1) / blockBytes;
        }

        Block block(long number) throws IOException {
            long offset = from + number * blockBytes;
            int length = (int) Math.min(blockBytes, to - offset);
            return new Block(file, offset, BlockChange.read(file, offset, length));
        }
    }

    /**
     * Chooses.
     *
     * @param older folder with the copies of {@link #copy}
     * @throws IOException if fewer blocks than wanted can be changed; nothing was
     */
    List<BlockChange> choose(List<FilePart> parts, Path older) throws IOException {
        List<Run> runs = runs(parts);
        return switch (how) {
            case BITFLIP, ZERO -> scattered(runs);
            case TRUNCATE -> List.of(cut(runs));
            case STALE -> stale(runs, older);
        };
    }

    private static List<Run> runs(List<FilePart> parts) throws IOException {
        List<Run> runs = new ArrayList<>();
        for (FilePart part : parts) {
            if (Files.exists(part.file())) { // else the database has removed it since
                long end = Math.min(part.to(), Files.size(part.file()));
                if (end > part.from()) {
                    runs.add(new Run(part.file(), part.from(), end, part.blockBytes()));
                }
            }
        }
        runs.sort(Comparator.comparing((Run run) -> run.file().toString()).thenComparingLong(Run::from));
        return runs;
    }

    private List<BlockChange> scattered(List<Run> runs) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        long all = runs.stream().mapToLong(Run::blocks).sum();
        Set<Long> seen = new HashSet<>();
        List<BlockChange> changes = new ArrayList<>();
        while (changes.size() < amount && seen.size() < all) {
            long number = random.nextLong(all);
            if (seen.add(number)) {
                Block block = block(runs, number);
                BlockContent held = content.apply(block.bytes);
                if (held.bytes() > 0) {
                    changes.add(changed(block, held, random));
                }
            }
        }
        return enough(changes, all + " blocks, of which " + changes.size() + " hold anything");
    }

    private static Block block(List<Run> runs, long number) throws IOException {
        long left = number;
        for (Run run : runs) {
            if (left < run.blocks()) {
                return run.block(left);
            }
            left -= run.blocks();
        }
        throw new IllegalArgumentException("there is no block " + number);
    }

    private BlockChange changed(Block block, BlockContent held, SplittableRandom random) {
        byte[] after = new byte[block.bytes.length];
        if (how == Method.BITFLIP) {
            System.arraycopy(block.bytes, 0, after, 0, after.length);
            after[held.from() + random.nextInt(held.bytes())] ^= (byte) (1 << random.nextInt(Byte.SIZE));
        }
        return new BlockChange(block.file, block.offset, block.bytes, after);
    }

    /** Cuts the end of a part off, and what the file has behind it. */
    private BlockChange cut(List<Run> runs) throws IOException {
        List<Run> longEnough =
                runs.stream().filter(run -> run.blocks() >= amount).toList();
        if (longEnough.isEmpty()) {
            throw few("no file of that many");
        }
        Run run = longEnough.get(new SplittableRandom(seed).nextInt(longEnough.size()));
        long offset = run.from() + (run.blocks() - amount) * run.blockBytes();
        int length = Math.toIntExact(Files.size(run.file()) - offset);
        return new BlockChange(run.file(), offset, BlockChange.read(run.file(), offset, length), new byte[0]);
    }

    private List<BlockChange> stale(List<Run> runs, Path older) throws IOException {
        List<Place> candidates = new ArrayList<>();
        for (Run run : runs) {
            for (long number = 0; number < run.blocks(); number++) {
                Place place = new Place(run, number);
                if (place.reverted(older).isPresent()) {
                    candidates.add(place);
                }
            }
        }
        SplittableRandom random = new SplittableRandom(seed);
        List<BlockChange> changes = new ArrayList<>();
        int found = candidates.size();
        while (changes.size() < amount && !candidates.isEmpty()) {
            candidates.remove(random.nextInt(candidates.size())).reverted(older).ifPresent(changes::add);
        }
        return enough(changes, found + " blocks that were written meanwhile");
    }

    /** Place of a block: of all that may be chosen only this is in memory. */
    private record Place(Run run, long number) {
        /** Returns the change to the older content; empty if the block has no other. */
        Optional<BlockChange> reverted(Path older) throws IOException {
            Path copy = older.resolve(copyName(run.file()));
            if (!Files.exists(copy)) {
                return Optional.empty();
            }
            Block block = run.block(number);
            byte[] before = BlockChange.read(copy, block.offset, block.bytes.length);
            return before.length == block.bytes.length && !Arrays.equals(before, block.bytes)
                    ? Optional.of(new BlockChange(block.file, block.offset, block.bytes, before))
                    : Optional.empty();
        }
    }

    private List<BlockChange> enough(List<BlockChange> changes, String found) throws IOException {
        if (changes.size() < amount) {
            throw few(found);
        }
        return changes;
    }

    private IOException few(String found) {
        return new IOException(how.word() + " was to change " + amount + (amount == 1 ? " block" : " blocks")
                + ", but the files have " + found);
    }

    /** Copies the files as they are now, for {@link Method#STALE}. @throws IOException if they are too large for that */
    static void copy(List<FilePart> parts, Path older) throws IOException {
        List<Path> files = parts.stream().map(FilePart::file).distinct().toList();
        long bytes = 0;
        for (Path file : files) {
            bytes += Files.exists(file) ? Files.size(file) : 0;
        }
        if (bytes > MOST_COPIED) {
            throw new IOException("the files have " + (bytes >> 20) + " MB, and stale copies at most "
                    + (MOST_COPIED >> 20) + " MB: use a smaller load");
        }
        Files.createDirectories(older);
        for (Path file : files) {
            if (Files.exists(file)) {
                Files.copy(file, older.resolve(copyName(file)), StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    private static String copyName(Path file) {
        return file.toString().replace('/', '_');
    }
}
