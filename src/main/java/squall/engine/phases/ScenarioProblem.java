package squall.engine.phases;

/** Why a scenario did not come to its end, or its figures do not mean what they say. */
public sealed interface ScenarioProblem {
    /** What and why, one line. */
    String text();

    /** A fault may still be there; what is left to do by hand. */
    record NotHealed(String text) implements ScenarioProblem {}

    /** The baseline was not steady, so there is nothing to compare with. */
    record NoBaseline(String text) implements ScenarioProblem {}
}
