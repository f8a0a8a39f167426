package squall.cli.completion;

import java.util.List;

/**
 * One option.
 *
 * @param names with their dashes
 */
public record Flag(List<String> names, Value value) {
    public Flag {
        names = List.copyOf(names);
    }
}
