package squall.benchbase.output;

import java.util.regex.Pattern;
import squall.benchbase.config.ConfigFile;
import squall.cli.Secrets;

/** {@code .config.xml}: the file that made the run, without what leads to the database; the root has BenchBase's name. */
final class ConfigCopy {
    private static final Pattern ADDRESS =
            Pattern.compile("(?s)\\h*<(type|driver|url|username|password)(\\s[^>]*)?(/>|>.*?</\\1\\s*>)\\h*\\R?");
    private static final Pattern COMMENT = Pattern.compile("(?s)\\h*<!--.*?-->\\h*\\R?");
    private static final Pattern ROOT_START = Pattern.compile("<(?![?!/])[^\\s>/]+");
    private static final Pattern ROOT_END = Pattern.compile("</[^<>]+>\\s*$");

    private ConfigCopy() {}

    static String of(ConfigFile config) {
        String text = COMMENT.matcher(config.text()).replaceAll("");
        text = ADDRESS.matcher(text).replaceAll("");
        text = ROOT_START.matcher(text).replaceFirst("<configuration");
        return Secrets.mask(ROOT_END.matcher(text).replaceFirst("</configuration>\n"));
    }
}
