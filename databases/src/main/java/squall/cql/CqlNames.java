package squall.cql;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import java.util.Locale;
import java.util.regex.Pattern;

/** Names of keyspaces, tables and columns as written in statements: unquoted names are case-insensitive. */
final class CqlNames {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z][A-Za-z0-9_]*");

    private CqlNames() {}

    /** Quoted only if it has to be. */
    static String written(String name) {
        return CqlIdentifier.fromInternal(internal(name)).asCql(true);
    }

    /** As the server keeps it. */
    static String internal(String name) {
        return PLAIN.matcher(name).matches() ? name.toLowerCase(Locale.ROOT) : name;
    }
}
