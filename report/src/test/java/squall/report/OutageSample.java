package squall.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import squall.results.Directories;
import squall.results.RunSummary;
import squall.results.file.CanonicalJson;

/**
 * Sample of outages for the summary of any run: of a kill, ten seconds with a part of each kind; of a pause, one without parts, and one
 * that began long after the injection and went on.
 */
public final class OutageSample {
    private static final String ADVERSITY = """
        {"phases": [{"name": "faults", "state": "passed", "injection_groups": [
          {"name": "kill", "injections": [{"name": "kill", "fault": "kill {signal=KILL}", "target": "n1 (zone zone1, primary)",
             "status": "in_effect", "inject_ns": 62000000000, "heal_ns": 69000000000}],
           "outages": [{"text": "3.0 of 10.0 s: nothing noticed", "dominant": "undetected", "at_least": false,
             "from_ns": 62000000400, "to_ns": 72000000000, "clock_error_ms": 2.5, "parts": [
              {"kind": "undetected", "why": "supervisor: 3 misses", "from_ns": 62000000400, "to_ns": 65000000000, "evidence": [
                {"at_ns": 62400000000, "source": "session 3", "text": "connection lost: 08006"},
                {"at_ns": 65000000000, "source": "supervisor", "text": "n1 has failed"}]},
              {"kind": "electing", "why": "", "from_ns": 65000000000, "to_ns": 66500000000, "evidence": [
                {"at_ns": 65000000000, "source": "supervisor", "text": "n1 has failed"},
                {"at_ns": 65030000000, "source": "n2", "text": "received <b>promote</b> request"}]},
              {"kind": "restarting", "why": "", "from_ns": 66500000000, "to_ns": 68500000000, "evidence": []},
              {"kind": "reconnecting", "why": "login", "from_ns": 68500000000, "to_ns": 69000000000, "evidence": [
                {"at_ns": 69000000000, "source": "fault", "text": "healing begins"}]},
              {"kind": "catching_up", "why": "", "from_ns": 69000000000, "to_ns": 71950000000, "evidence": [
                {"at_ns": 69000000000, "source": "load", "text": "answered again"}]},
              {"kind": "unexplained", "why": "", "from_ns": 71950000000, "to_ns": 72000000000, "evidence": []}]}]},
          {"name": "pause", "injections": [{"name": "pause", "fault": "pause", "target": "n3", "status": "in_effect",
             "inject_ns": 80000000000}],
           "outages": [
             {"text": "in one piece", "dominant": "unexplained", "at_least": false, "from_ns": 82000000000, "to_ns": 84000000000,
              "clock_error_ms": 0, "parts": []},
             {"text": "2.0 of more than 2.0 s: catching up", "dominant": "catching_up", "at_least": true, "from_ns": 90000000000,
              "to_ns": 92000000000, "clock_error_ms": 0, "parts": [
              {"kind": "catching_up", "why": "", "from_ns": 90000000000, "to_ns": 92000000000, "evidence": []}]}]}]}]}\
        """;

    private OutageSample() {}

    /** Writes the sample into the summary of a run that has ended. @return the run's path */
    public static Path write(Path run) throws IOException {
        Path summary = run.resolve(RunSummary.NAME);
        ObjectNode json = (ObjectNode) CanonicalJson.read(summary);
        json.set("adversity", CanonicalJson.read("adversity", ADVERSITY));
        Directories.unlisted(run);
        Files.writeString(summary, CanonicalJson.pretty(json));
        return run;
    }
}
