package squall.results.merge;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import squall.host.InputFile;
import squall.results.RunInfo;
import squall.spi.Database;

/** What is told of a merged run: what all parts share, and each part's own manifest and settings beside it. */
final class Origins {
    private Origins() {}

    static RunInfo info(List<Part> parts, List<String> command) throws IOException {
        Part first = parts.getFirst();
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("parts", parts.stream().map(Origins::manifest).toList());
        return new RunInfo(
                first.manifest("workload").asText(),
                first.manifest("db").path("product").asText(),
                command,
                first.manifest("seed").asLong(),
                facts,
                Map.of(),
                database(parts),
                settings(parts));
    }

    /** Without the list of its files, which are not here. */
    private static JsonNode manifest(Part part) {
        ObjectNode manifest = part.run().manifest().deepCopy();
        manifest.remove("artefacts");
        return manifest;
    }

    private static Database database(List<Part> parts) {
        JsonNode db = parts.getFirst().manifest("db");
        Set<String> nodes = new LinkedHashSet<>();
        parts.forEach(part -> part.manifest("db").path("nodes").forEach(node -> nodes.add(node.asText())));
        Map<String, String> settings = new LinkedHashMap<>();
        db.path("settings")
                .properties()
                .forEach(setting ->
                        settings.put(setting.getKey(), setting.getValue().asText()));
        return new Database(db.path("product").asText(), db.path("version").asText(), List.copyOf(nodes), settings);
    }

    private static Map<String, String> settings(List<Part> parts) throws IOException {
        Map<String, String> files = new LinkedHashMap<>();
        for (Part part : parts) {
            Path file = part.run().path().resolve("config").resolve("effective.properties");
            if (Files.exists(file)) {
                files.put(part.id() + ".properties", InputFile.text(file));
            }
        }
        return files;
    }
}
