package com.oltpbenchmark;

import com.oltpbenchmark.api.BenchmarkModule;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Stub of BenchBase's main class: finds the benchmark by {@code config/plugin.xml}, loads and executes. */
public final class DBWorkload {
    private static final Pattern PLUGIN = Pattern.compile("<plugin name=\"squalltpcc\">([^<]+)</plugin>");
    private static final Pattern ELEMENT = Pattern.compile("<(\\w+)>([^<]*)</\\1>");

    private DBWorkload() {}

    public static void main(String[] args) throws Exception {
        List<String> words = List.of(args);
        BenchmarkModule module = module(Path.of(words.get(words.indexOf("-c") + 1)));
        if (words.contains("--load=true")) {
            module.load();
        }
        if (words.contains("--execute=true")) {
            module.execute();
        }
    }

    private static BenchmarkModule module(Path config) throws Exception {
        var plugin = PLUGIN.matcher(Files.readString(Path.of("config/plugin.xml")));
        if (!plugin.find()) {
            throw new IllegalArgumentException("config/plugin.xml has no plugin squalltpcc");
        }
        Map<String, String> elements = new HashMap<>();
        ELEMENT.matcher(Files.readString(config))
                .results()
                .forEach(element -> elements.put(element.group(1), element.group(2).replace("&amp;", "&")));
        return (BenchmarkModule) Class.forName(plugin.group(1))
                .getConstructor(WorkloadConfiguration.class)
                .newInstance(new WorkloadConfiguration(elements));
    }
}
