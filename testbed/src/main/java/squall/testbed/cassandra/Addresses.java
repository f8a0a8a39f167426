package squall.testbed.cassandra;

import java.util.Locale;
import java.util.stream.Stream;

/** How nodes on one machine are told apart by those who connect to them. */
public enum Addresses {
    /** 127.0.0.1, 127.0.0.2, … with the same port; any driver finds all nodes. macOS needs an alias for each. */
    OWN,
    /** 127.0.0.1 with a port each; drivers before version 4 see one node only. */
    SHARED;

    /** The host of the node with this number, from 1 on. */
    String host(int number) {
        return this == OWN ? "127.0.0." + number : "127.0.0.1";
    }

    /** The word used in options and files. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** @param where names the option, for messages */
    static Addresses of(String where, String word) {
        return Stream.of(values())
                .filter(addresses -> addresses.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        where + ": option 'addresses' must be own or shared, not '" + word + "'"));
    }

    /** Own addresses wherever the system has them without being asked. */
    static Addresses usual(String osName) {
        return osName.toLowerCase(Locale.ROOT).startsWith("linux") ? OWN : SHARED;
    }
}
