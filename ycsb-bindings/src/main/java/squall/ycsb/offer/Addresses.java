package squall.ycsb.offer;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import squall.cql.CqlAddress;
import squall.results.RunInfo.Setting;
import squall.spi.Options;
import squall.spi.Target;
import squall.ycsb.Binding;
import squall.ycsb.CqlProperties;
import squall.ycsb.JdbcProperties;
import squall.ycsb.Property;

/** Turns a target into the properties of the binding that speaks to it. */
final class Addresses {
    /** How long a statement may take, for every binding. */
    static final String STATEMENT_TIMEOUT = "statementTimeout";

    private static final String ORIGIN = "target";

    /** A statement that the server ends must have ended before its connection is given up. */
    private static final Duration MARGIN = Duration.ofSeconds(2);

    private Addresses() {}

    static Binding binding(Target target) {
        return CqlAddress.isUrl(target.url()) ? Binding.YCQL : Binding.JDBC;
    }

    static Map<String, Setting> of(Target target) {
        Map<String, Setting> settings = new TreeMap<>();
        if (CqlAddress.isUrl(target.url())) {
            CqlAddress address = CqlAddress.ofUrl(target.url());
            put(settings, CqlProperties.HOSTS, String.join(",", address.contactPoints()));
            put(settings, CqlProperties.USER, target.user());
            put(settings, CqlProperties.PASSWORD, target.password());
            if (!address.datacenter().isEmpty()) {
                put(settings, CqlProperties.LOCAL_DATACENTER, address.datacenter());
            }
        } else {
            put(settings, JdbcProperties.URL, target.url());
            put(settings, JdbcProperties.USER, target.user());
            put(settings, JdbcProperties.PASSWORD, target.password());
        }
        return settings;
    }

    /** The binding's limits, where one was given for all. */
    static Map<String, Setting> limits(Options options, Target target) {
        Map<String, Setting> settings = new TreeMap<>();
        if (options.all().containsKey(STATEMENT_TIMEOUT)) {
            Duration limit = options.duration(STATEMENT_TIMEOUT, Duration.ZERO);
            if (CqlAddress.isUrl(target.url())) {
                put(settings, CqlProperties.REQUEST_TIMEOUT, String.valueOf(limit.toMillis()));
            } else {
                put(settings, JdbcProperties.STATEMENT_TIMEOUT, limit.toMillis() + "ms");
                put(settings, JdbcProperties.SOCKET_TIMEOUT, limit.plus(MARGIN).toMillis() + "ms");
            }
        }
        return settings;
    }

    private static void put(Map<String, Setting> settings, Property<?> property, String value) {
        settings.put(property.name(), new Setting(value, ORIGIN));
    }
}
