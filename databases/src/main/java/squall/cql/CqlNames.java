package squall.cql;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import java.util.Locale;
import java.util.regex.Pattern;

/** Naming of keyspaces, tables and columns in statements: unquoted names are case-insensitive. */
final class CqlNames {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z][A-Za-z0-9_]*");

    private CqlNames() {}

    /** Returns a name, quoted only if necessary. */
    static String written(String name) {
        return CqlIdentifier.fromInternal(internal(name)).asCql(true);
    }

    /** Returns a name as the server stores it. */
    static String internal(String name) {
        return PLAIN.matcher(name).matches() ? name.toLowerCase(Locale.ROOT) : name;
    }
}
