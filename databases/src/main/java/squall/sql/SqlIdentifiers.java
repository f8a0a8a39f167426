package squall.sql;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Quoting of names where SQL requires it, and only there. */
final class SqlIdentifiers {
    /** Maximum length of a name, NAMEDATALEN - 1 (PostgreSQL 4.1.1). */
    static final int LONGEST = 63;

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    /** Reserved words of PostgreSQL (its appendix C) and of the databases with its protocol. */
    private static final Set<String> RESERVED =
            Set.of(("all analyse analyze and any array as asc asymmetric both case cast check collate column"
                            + " constraint create current_catalog current_date current_role current_time current_timestamp current_user"
                            + " default deferrable desc distinct do else end except false fetch for foreign from grant group having in"
                            + " index initially intersect into lateral leading limit localtime localtimestamp not null nothing offset"
                            + " on only or order placing primary references returning select session_user some symmetric system_user"
                            + " table then to trailing true union unique user using variadic when where window with")
                    .split(" ", -1));

    private SqlIdentifiers() {}

    static String written(String name) {
        return Arrays.stream(name.split("\\.", -1)).map(SqlIdentifiers::part).collect(Collectors.joining("."));
    }

    /**
     * Writes a name for a server of PostgreSQL's make, which cuts longer ones off, so that two of them may be one.
     *
     * @throws IllegalArgumentException if a part is longer than {@value #LONGEST} bytes
     */
    static String whole(String name) {
        if (!fits(name)) {
            throw new IllegalArgumentException("the name " + name + " has more than " + LONGEST
                    + " bytes, after which the database cuts it off: shorten it");
        }
        return written(name);
    }

    /** Returns whether no part of a name is longer than {@value #LONGEST} bytes. */
    static boolean fits(String name) {
        return Arrays.stream(name.split("\\.", -1))
                .allMatch(part -> part.getBytes(StandardCharsets.UTF_8).length <= LONGEST);
    }

    /** Returns the name with each part in backquotes. */
    static String backquoted(String name) {
        return Arrays.stream(name.split("\\.", -1))
                .map(part -> '`' + part.replace("`", "``") + '`')
                .collect(Collectors.joining("."));
    }

    private static String part(String name) {
        boolean plain = PLAIN.matcher(name).matches() && !RESERVED.contains(name.toLowerCase(Locale.ROOT));
        return plain ? name : '"' + name.replace("\"", "\"\"") + '"';
    }
}
