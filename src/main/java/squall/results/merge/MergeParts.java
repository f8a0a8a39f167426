package squall.results.merge;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import squall.results.Manifest;
import squall.results.RunPart;
import squall.system.CommandException;
import squall.system.ExitCode;
import squall.system.FileTrees;
import squall.system.InvalidFileException;

/**
 * Set of the clients' runs that exist, and of those that are missing.
 *
 * @param complete in the order in which they began; at least one
 * @param missing why each of the others adds nothing, one line each; empty if all exist, or if the runs were not shared
 */
record MergeParts(List<MergePart> complete, List<String> missing) {
    /**
     * @throws IOException if a run cannot be used, or one client is there twice; the message has the reason
     * @throws CommandException if no client of a shared run is complete
     */
    static MergeParts of(List<Path> paths) throws IOException, CommandException {
        List<MergePart> all = new ArrayList<>();
        for (Path path : paths) {
            if (Files.exists(path.resolve(Manifest.NAME)) || !Files.isDirectory(path)) {
                all.add(MergePart.read(path));
            } else {
                all.addAll(folder(path));
            }
        }
        boolean shared = all.stream().allMatch(part -> part.part().isPresent());
        if (!shared) {
            for (MergePart part : all) {
                part.requireComplete();
            }
        }
        List<MergePart> complete = complete(all);
        if (complete.isEmpty()) {
            throw new CommandException(
                    ExitCode.INVALID,
                    "there is nothing to merge, as no client is complete: " + String.join("; ", missing(all)));
        }
        if (!shared && complete.size() == 1) {
            throw new InvalidFileException(
                    "there is only one run: " + complete.getFirst().id());
        }
        return new MergeParts(complete, shared ? missing(all) : List.of());
    }

    /** Returns the complete runs in the order in which they began. */
    private static List<MergePart> complete(List<MergePart> all) throws IOException {
        List<MergePart> complete = all.stream().filter(MergePart::complete).toList();
        for (MergePart part : complete) {
            part.requireMembers();
        }
        return complete.stream()
                .sorted(Comparator.comparing(MergePart::startedAt))
                .toList();
    }

    /** Reads the runs of clients in a folder, or all runs if none was shared; merged runs are results of this command and skipped. */
    private static List<MergePart> folder(Path folder) throws IOException {
        List<MergePart> runs = new ArrayList<>();
        for (Path child : FileTrees.entries(folder)) {
            if (!Files.isSymbolicLink(child) && Files.exists(child.resolve(Manifest.NAME))) { // latest is a link
                runs.add(MergePart.read(child));
            }
        }
        List<MergePart> single = runs.stream()
                .filter(run -> !run.manifest().fact("parts").isArray())
                .toList();
        List<MergePart> clients =
                single.stream().filter(run -> run.part().isPresent()).toList();
        if (single.isEmpty()) {
            throw new InvalidFileException(
                    folder + " is no run directory (it has no manifest.json) and has none in it");
        }
        Map<String, Long> byRun = clients.stream()
                .collect(Collectors.groupingBy(
                        client -> client.part().orElseThrow().run(), TreeMap::new, Collectors.counting()));
        if (byRun.size() > 1) {
            throw new InvalidFileException(folder + " has the clients of " + byRun.size() + " runs: " + byRun
                    + "; name the run directories of one of them");
        }
        return clients.isEmpty() ? single : clients;
    }

    private static List<String> missing(List<MergePart> all) throws IOException {
        SortedMap<Integer, List<MergePart>> byClient = all.stream()
                .collect(Collectors.groupingBy(
                        run -> run.part().orElseThrow().client(), TreeMap::new, Collectors.toList()));
        RunPart any = all.getFirst().part().orElseThrow();
        List<String> missing = new ArrayList<>();
        for (int client = 0; client < any.clients(); client++) {
            List<MergePart> runs = Optional.ofNullable(byClient.get(client)).orElse(List.of());
            List<MergePart> complete = runs.stream().filter(MergePart::complete).toList();
            if (complete.size() > 1) {
                throw new InvalidFileException("client " + client + " is there twice, in "
                        + complete.get(0).id() + " and in " + complete.get(1).id());
            }
            if (complete.isEmpty()) {
                missing.add("client " + client + " of " + any.clients() + " is missing: " + why(runs));
            }
        }
        return missing;
    }

    private static String why(List<MergePart> runs) throws IOException {
        if (runs.isEmpty()) {
            return "there is no run directory of it";
        }
        List<String> reasons = new ArrayList<>();
        for (MergePart run : runs) {
            reasons.add("run " + run.id() + " " + run.whyIncomplete());
        }
        return String.join("; ", reasons);
    }
}
