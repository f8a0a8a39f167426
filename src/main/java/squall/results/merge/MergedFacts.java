package squall.results.merge;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import squall.results.ClientFigures;
import squall.results.RunInfo;
import squall.spi.DatabaseInfo;
import squall.system.InputFile;

/** The facts of a merged run: what all parts share, and each part's own manifest and settings. */
final class MergedFacts {
    private MergedFacts() {}

    static RunInfo info(List<MergePart> parts, List<ClientFigures> clients, List<String> command) throws IOException {
        MergePart first = parts.getFirst();
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put(
                "parts",
                parts.stream().map(part -> part.manifest().withoutArtefacts()).toList());
        facts.put(ClientFigures.FACT, clients);
        Set<String> tags = new LinkedHashSet<>();
        parts.forEach(part -> part.manifest().fact("tags").forEach(tag -> tags.add(tag.asText())));
        if (!tags.isEmpty()) {
            facts.put("tags", List.copyOf(tags));
        }
        return new RunInfo(
                first.manifest().workload(),
                first.manifest().db().product(),
                command,
                first.manifest().seed().orElse(0),
                facts,
                Map.of(),
                database(parts),
                settings(parts));
    }

    private static DatabaseInfo database(List<MergePart> parts) {
        Set<String> nodes = new LinkedHashSet<>();
        parts.forEach(part -> nodes.addAll(part.manifest().db().endpoints()));
        return parts.getFirst().manifest().db().info(List.copyOf(nodes));
    }

    private static Map<String, String> settings(List<MergePart> parts) throws IOException {
        Map<String, String> files = new LinkedHashMap<>();
        for (MergePart part : parts) {
            Path file = part.run().path().resolve("config").resolve("effective.properties");
            if (Files.exists(file)) {
                files.put(part.id() + ".properties", InputFile.text(file));
            }
        }
        return files;
    }
}
