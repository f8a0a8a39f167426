package com.oltpbenchmark;

import java.util.Map;

/** Stub of BenchBase's class of this name, with the methods that the plug-in calls. */
public final class WorkloadConfiguration {
    private final Map<String, String> elements;

    WorkloadConfiguration(Map<String, String> elements) {
        this.elements = elements;
    }

    public String getUrl() {
        return elements.get("url");
    }

    public String getUsername() {
        return elements.get("username");
    }

    public String getPassword() {
        return elements.get("password");
    }

    public double getScaleFactor() {
        return Double.parseDouble(elements.get("scalefactor"));
    }

    public int getTerminals() {
        return Integer.parseInt(elements.get("terminals"));
    }

    public int getLoaderThreads() {
        return 1;
    }

    public int getRandomSeed() {
        return -1;
    }
}
