package squall.adversity.safety;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a journal tells, in the order in which it happened. */
public record Story(Owner owner, List<Line> lines) {
    public Story {
        lines = List.copyOf(lines);
    }

    /** The last that is known of each injection. */
    public List<Line> last() {
        Map<String, Line> last = new LinkedHashMap<>();
        lines.forEach(line -> last.put(line.undo().id(), line));
        return List.copyOf(last.values());
    }

    /** Those injections of which something may be left. */
    public List<Line> open() {
        return last().stream().filter(line -> line.stage().open()).toList();
    }
}
