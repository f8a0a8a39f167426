package squall.sysbench.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parser of a report in sysbench's form, Squall's or sysbench's own: figures by label. */
public final class PrintedFigures {
    private static final Pattern LINE =
            Pattern.compile(" +([\\w /()]+): +([\\d.]+)s?(?: *[/(] *([\\d.]+)(?: per sec\\.\\))?)?");

    private PrintedFigures() {}

    public static Map<String, String> of(List<String> lines) {
        Map<String, String> figures = new LinkedHashMap<>();
        for (String line : lines) {
            Matcher matcher = LINE.matcher(line);
            if (matcher.matches()) {
                String second = matcher.group(3);
                figures.put(matcher.group(1).strip(), matcher.group(2) + (second == null ? "" : " " + second));
            }
        }
        return figures;
    }
}
