package squall.engine.phases;

/** A scenario cannot continue: a fault could not be healed, or there is no baseline. */
final class ScenarioAbortedException extends Exception {
    private static final long serialVersionUID = 1;

    private final transient ScenarioProblem problem;

    ScenarioAbortedException(ScenarioProblem problem) {
        super(problem.text());
        this.problem = problem;
    }

    ScenarioProblem problem() {
        return problem;
    }
}
