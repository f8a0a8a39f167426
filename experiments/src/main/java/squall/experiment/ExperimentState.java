package squall.experiment;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import squall.results.file.AtomicFile;
import squall.results.file.CanonicalJson;
import squall.system.ExitCode;
import squall.system.InputFile;
import squall.system.InvalidFileException;
import squall.system.SecretMasking;

/**
 * State of an experiment in {@code experiment.json}: the selection and the record of each step. Written after each step, so that an
 * interrupted sweep can go on.
 *
 * @param url masked; empty for a database that the front ends start
 * @param definition SHA-256 of the experiment's file: a sweep goes on only by the file that it began with
 * @param steps in the order in which they ended
 */
public record ExperimentState(
        @JsonProperty("schema_version") int schemaVersion,
        String experiment,
        String scale,
        String database,
        String url,
        String definition,
        boolean complete,
        List<StepRecord> steps) {
    public static final String NAME = "experiment.json";

    private static final int VERSION = 1;
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .build();

    public ExperimentState {
        steps = List.copyOf(steps);
    }

    /** Outcome of a step. */
    public enum StepOutcome {
        /** Done; its figures exist. */
        DONE,
        /** Not applicable: the database does not support it, or its figures mean nothing; the reason says why. */
        NOT_APPLICABLE,
        FAILED,
        INTERRUPTED;

        /** Returns the text for tables. */
        String label() {
            return switch (this) {
                case DONE -> "done";
                case NOT_APPLICABLE -> "N/A";
                case FAILED -> "failed";
                case INTERRUPTED -> "interrupted";
            };
        }
    }

    /**
     * Record of a step.
     *
     * @param outcome in upper case, as files have it
     * @param exitCode of the front end; -1 where it was not started
     * @param run its run directory below the experiment's folder; empty if it made none
     * @param reason empty if there is none
     */
    public record StepRecord(
            String key,
            String step,
            Map<String, String> cell,
            String command,
            @JsonSerialize(using = ToStringSerializer.class) StepOutcome outcome,
            @JsonProperty("exit_code") int exitCode,
            double seconds,
            String run,
            String reason) {
        /** Returns whether its run is invalid and does not count nevertheless. */
        boolean invalid() {
            return ExitCode.of(exitCode) == ExitCode.INVALID && outcome != StepOutcome.DONE;
        }
    }

    static ExperimentState begin(SelectedExperiment selected, String definition) {
        return new ExperimentState(
                VERSION,
                selected.spec().name(),
                selected.scaleName(),
                selected.database(),
                selected.url().map(SecretMasking::mask).orElse(""),
                definition,
                false,
                List.of());
    }

    /** @throws IOException if the file cannot be read, or is no such record; the message names it */
    public static ExperimentState read(Path folder) throws IOException {
        Path file = folder.resolve(NAME);
        try {
            ExperimentState state = MAPPER.readValue(InputFile.text(file), ExperimentState.class);
            if (state.schemaVersion != VERSION) {
                throw new InvalidFileException(file + ": schema_version is " + state.schemaVersion
                        + "; this version of squall" + " reads files with schema_version " + VERSION);
            }
            return state;
        } catch (JsonProcessingException e) {
            throw new InvalidFileException(file + " is not the state of an experiment: " + e.getOriginalMessage(), e);
        }
    }

    void write(Path folder) throws IOException {
        AtomicFile.write(folder.resolve(NAME), CanonicalJson.pretty(this));
    }

    public Optional<StepRecord> find(String key) {
        return steps.stream().filter(step -> step.key().equals(key)).findFirst();
    }

    /** Returns this state with the record of a step, in place of an earlier one. */
    ExperimentState with(StepRecord ended) {
        List<StepRecord> all = new ArrayList<>(steps);
        all.removeIf(step -> step.key().equals(ended.key()));
        all.add(ended);
        return of(all, false);
    }

    ExperimentState completed() {
        return of(steps, true);
    }

    private ExperimentState of(List<StepRecord> all, boolean ended) {
        return new ExperimentState(schemaVersion, experiment, scale, database, url, definition, ended, all);
    }
}
