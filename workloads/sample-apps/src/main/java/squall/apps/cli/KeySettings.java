package squall.apps.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Optional;
import java.util.UUID;
import squall.apps.AppProfile;
import squall.apps.KeyValueFormat;
import squall.apps.SampleApp;
import squall.apps.run.AppAssignment.Tables;
import squall.system.CommandException;

/**
 * Settings of the table and its keys.
 *
 * @param tables what is done with the table before the run
 * @param present how many keys, from 0, are there already
 * @param keys how many there can be
 */
record KeySettings(String table, Tables tables, KeyValueFormat texts, long present, long keys) {
    /** @param run of several clients, which all have the same prefix; empty: a prefix is drawn */
    static KeySettings of(ParsedOptions given, SampleApp app, Optional<String> run) throws CommandException {
        requireOneStart(given);
        AppProfile profile = app.profile();
        String table = given.text("create_table_name")
                .or(() -> given.text("drop_table_name"))
                .orElse(profile.table());
        long present = present(given, app);
        return new KeySettings(table, tables(given), texts(given, profile, run), present, keys(given, app, present));
    }

    private static void requireOneStart(ParsedOptions given) throws CommandException {
        if (given.has("drop_table_name") && (given.has("create_table_name") || given.has("keep_table"))) {
            throw CommandException.usage("--drop_table_name contradicts "
                    + given.named("create_table_name", "keep_table") + ": leave one out");
        }
        if (given.has("skip_ddl")
                && !given.has("skip_workload") // which drops all the same
                && (given.has("truncate") || given.has("drop_table_name"))) {
            throw CommandException.usage(
                    "--skip_ddl contradicts " + given.named("truncate", "drop_table_name") + ": leave one out");
        }
        if (given.has("skip_workload") && !given.has("drop_table_name")) {
            throw CommandException.usage("--skip_workload needs --drop_table_name");
        }
        if (given.has("num_unique_keys") && given.has("num_ticker_symbols")) {
            throw CommandException.usage("--num_unique_keys and --num_ticker_symbols are the same: leave one out");
        }
        if (given.has("uuid") && given.has("nouuid")) {
            throw CommandException.usage("--uuid contradicts --nouuid: leave one out");
        }
        if (reuses(given) && !given.has("uuid") && !given.has("nouuid")) {
            throw CommandException.usage(
                    reusing(given) + " needs the prefix of the keys that are there: --uuid PREFIX, or --nouuid");
        }
        if (reuses(given) && (given.has("truncate") || given.has("drop_table_name"))) {
            throw CommandException.usage("with " + given.named("truncate", "drop_table_name")
                    + " there are no rows for " + reusing(given) + ": leave one out");
        }
    }

    /** Returns the option that asks for rows of an earlier run. */
    static String reusing(ParsedOptions given) {
        return given.has("read_only") ? "--read_only" : "--max_written_key";
    }

    /** Returns whether the run works on rows of an earlier one. */
    static boolean reuses(ParsedOptions given) throws CommandException {
        return given.has("read_only") || lastWritten(given) >= 0;
    }

    private static long lastWritten(ParsedOptions given) throws CommandException {
        return given.number("max_written_key", -1, -1, Integer.MAX_VALUE - 1L);
    }

    private static long present(ParsedOptions given, SampleApp app) throws CommandException {
        long present = lastWritten(given) + 1;
        if (app.needsRows() && present == 0) {
            throw CommandException.usage(app.profile().name()
                    + " works on rows that are there: say how many with --max_written_key, and their prefix with --uuid or"
                    + " --nouuid");
        }
        return present == 0 && given.has("read_only") ? given.number("num_unique_keys", usual(given, app), 1) : present;
    }

    private static long keys(ParsedOptions given, SampleApp app, long present) throws CommandException {
        boolean reads = given.has("read_only") || app.needsRows();
        long fallback = reads ? present : Math.max(usual(given, app), present);
        String option = given.has("num_ticker_symbols") ? "num_ticker_symbols" : "num_unique_keys";
        long keys = given.number(option, fallback, 1);
        if (keys < present) {
            throw CommandException.usage(
                    "--" + option + " " + keys + " is less than the " + present + " keys of --max_written_key");
        }
        return keys;
    }

    private static long usual(ParsedOptions given, SampleApp app) throws CommandException {
        try {
            return app.keys(given.own(app));
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(e);
        }
    }

    private static Tables tables(ParsedOptions given) {
        if (given.has("skip_ddl") || given.has("read_only")) {
            return Tables.AS_THEY_ARE;
        }
        if (given.has("drop_table_name")) {
            return Tables.DROP;
        }
        return given.has("truncate") ? Tables.TRUNCATE : Tables.KEEP;
    }

    private static KeyValueFormat texts(ParsedOptions given, AppProfile profile, Optional<String> run)
            throws CommandException {
        Optional<String> uuid = given.text("uuid");
        if (uuid.isPresent() && !uuid.get().matches("[\\w.\\-]{1,100}")) {
            throw CommandException.usage(
                    "--uuid must be letters, digits, dots, dashes and underscores, not '" + uuid.get() + "'");
        }
        String prefix = given.has("nouuid")
                ? "key"
                : uuid.orElseGet(() -> run.map(name -> UUID.nameUUIDFromBytes(name.getBytes(UTF_8)))
                        .orElseGet(UUID::randomUUID)
                        .toString());
        return new KeyValueFormat(prefix, Math.toIntExact(given.number("value_size", profile.valueBytes(), 0)));
    }
}
