package squall.system;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Masking of passwords in text; all output passes it.
 *
 * <p>Recognizes secrets by their names and by their position in an address. Masks too much rather than too little. Masking is idempotent.
 */
public final class SecretMasking {
    /** Text that replaces a secret. */
    public static final String MASK = "***";

    private static final String NAME = "[\\w.\\-]*(?:passwd|password|passphrase|pwd|secret|token)[\\w.\\-]*";
    /** Pattern of a quoted value, not empty: text between two quotes the first of which ended another value is none. */
    private static final String QUOTED = "\"(?:[^\"\\\\]|\\\\.)+\"|'[^']+'";

    private static final Pattern SECRET_NAME = Pattern.compile("(?i)-{0,2}" + NAME);
    /**
     * Pattern of {@code scheme://user:password@host}, also with the colon encoded; greedy, since an unescaped password may itself contain
     * an at sign.
     */
    private static final Pattern IN_ADDRESS = Pattern.compile("(://[^\\s/:@?#;]*(?::|%3[Aa]))[^\\s\"'<>]*@");
    /** Pattern of {@code jdbc:oracle:thin:user/password@host}, and of {@code user:password@host} without slashes before it. */
    private static final Pattern IN_JDBC_ADDRESS =
            Pattern.compile("(jdbc:\\w+:(?:\\w+:)?[^\\s/@:?;\"'<>]+[/:])(?:\"[^\"]*\"|[^\\s\"'<>/@][^\\s\"'<>]*)@");
    /** Pattern of a line of a properties or YAML file: the value goes to the end of the line. */
    private static final Pattern LINE = Pattern.compile("(?im)^(\\h*" + NAME + "\\h*[=:]\\h*)\\S.*$");

    /**
     * Pattern of the name and the equals sign of a parameter, also with letters of the name encoded: {@code pass%77ord=}. An option behind
     * it is not its value, which is empty then: {@code -p db.passwd= -p recordcount=100}.
     */
    private static final Pattern PARAMETER = Pattern.compile(
            "(?<![\\w.\\-%])([\\w.\\-]*(?:%[0-9A-Fa-f]{2}[\\w.\\-]*)*)\\h*=(?:\\h++(?!--?\\p{Alpha}))?");
    /**
     * Pattern of the value of a parameter. It ends where another parameter begins after {@code &}, {@code ;} or {@code ,}, or where a
     * bracket ends, so that a password with a semicolon is masked completely; those of SQL Server may be in braces.
     */
    private static final Pattern VALUE =
            Pattern.compile(QUOTED + "|\\{[^}]*\\}|(?:(?![;,][\\w.%\\-]+=|\\)[(/,]|\\)$)[^&\\s\"'<])+");

    private static final Pattern ELEMENT = Pattern.compile("(?i)(<" + NAME + "(?:\\s[^>]*)?>)[^<]+(?=</)");
    private static final Pattern MEMBER =
            Pattern.compile("(?i)(\"" + NAME + "\"\\s*:\\s*)(?:" + QUOTED + "|[^\\s,}\\]]+)");

    private SecretMasking() {}

    /** Returns whether the value of a setting of this name must not be shown. */
    public static boolean isSecret(String name) {
        return SECRET_NAME.matcher(name).matches();
    }

    /** Masks the value of a setting. */
    public static String mask(String name, String value) {
        return isSecret(name) && !value.isEmpty() ? MASK : mask(value);
    }

    /** Masks the passwords in addresses, parameters, property lines, XML elements and JSON members. */
    public static String mask(String text) {
        String masked = IN_ADDRESS.matcher(text).replaceAll("$1" + MASK + "@");
        masked = IN_JDBC_ADDRESS.matcher(masked).replaceAll("$1" + MASK + "@");
        masked = MEMBER.matcher(masked).replaceAll("$1\"" + MASK + "\"");
        masked = ELEMENT.matcher(masked).replaceAll("$1" + MASK);
        masked = LINE.matcher(masked).replaceAll("$1" + MASK);
        return withoutParameters(masked);
    }

    private static String withoutParameters(String text) {
        StringBuilder masked = new StringBuilder();
        Matcher parameter = PARAMETER.matcher(text);
        Matcher value = VALUE.matcher(text);
        int done = 0;
        while (parameter.find(done)) {
            masked.append(text, done, parameter.end());
            done = parameter.end();
            value.region(done, text.length());
            if (isSecret(decoded(parameter.group(1))) && value.lookingAt()) {
                masked.append(MASK);
                done = value.end();
            }
        }
        return masked.append(text, done, text.length()).toString();
    }

    private static String decoded(String name) {
        return name.contains("%") ? URLDecoder.decode(name, StandardCharsets.UTF_8) : name;
    }

    /**
     * Returns a command line as a shell reads it, with secrets masked. Masking it once more as a whole, for example on its way to the
     * screen, does not change it.
     */
    public static String commandLine(List<String> command) {
        return mask(command).stream().map(SecretMasking::quoted).collect(Collectors.joining(" "));
    }

    /** Quotes an argument, also after a last equals sign, so that the next word is not mistaken for the value. */
    private static String quoted(String argument) {
        String word = argument.matches("[\\w@%+=:,./\\-]+") ? argument : "'" + argument.replace("'", "'\\''") + "'";
        return argument.endsWith("=") ? word + "''" : word;
    }

    /** Masks a command line, including the argument after an option such as {@code --password}. An empty password is none. */
    public static List<String> mask(List<String> command) {
        List<String> masked = new ArrayList<>(command.size());
        boolean secretFollows = false;
        for (String argument : command) {
            masked.add(secretFollows && !argument.isEmpty() ? MASK : mask(argument));
            secretFollows = argument.startsWith("-") && isSecret(argument);
        }
        return List.copyOf(masked);
    }
}
