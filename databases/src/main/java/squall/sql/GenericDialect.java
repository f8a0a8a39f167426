package squall.sql;

/** Standard SQL, for a server of which nothing else is known. */
final class GenericDialect implements Dialect {
    @Override
    public String product() {
        return "generic";
    }

    @Override
    public boolean speaks(Server server) {
        return true;
    }

    @Override
    public String toString() {
        return "GENERIC";
    }
}
