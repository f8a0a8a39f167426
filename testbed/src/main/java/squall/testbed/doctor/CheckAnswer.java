package squall.testbed.doctor;

/** The result of a check of the machine. */
sealed interface CheckAnswer {
    /** One line, as printed by the program that was asked. */
    String text();

    /** It exists and works. */
    record Ok(String text) implements CheckAnswer {}

    /** It does not exist, or does not work. */
    record Missing(String text) implements CheckAnswer {}
}
