package squall.run.conduct;

/** Makes the disturbances of a scenario when their time has come. */
public interface Disturbances {
    /**
     * The disturbance of one injection; touches nothing. Those who pass are told apart as by {@code Scenario.chance}.
     *
     * @param phase index in the scenario's phases
     * @param injection index in the phase's injections
     * @param round which time it is, over repeats and repetitions, from 0
     */
    Disturbance of(int phase, int injection, int round);
}
