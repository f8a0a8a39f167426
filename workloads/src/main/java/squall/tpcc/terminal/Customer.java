package squall.tpcc.terminal;

/** How a user names a customer: by number, or by last name where several may share it. */
public sealed interface Customer {
    int warehouse();

    int district();

    record ById(int warehouse, int district, int id) implements Customer {}

    /** The middle one, rounded up, of all who share the name, by first name (2.5.2.2, 2.6.2.2). */
    record ByLastName(int warehouse, int district, String last) implements Customer {}
}
