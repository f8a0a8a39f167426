package squall.testbed.doctor;

/** What a look at the machine found. */
sealed interface Answer {
    /** In the words of whoever was asked; one line. */
    String text();

    /** It is there and works. */
    record Ok(String text) implements Answer {}

    /** It is not there, or does not work. */
    record Missing(String text) implements Answer {}
}
