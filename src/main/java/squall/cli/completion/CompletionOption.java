package squall.cli.completion;

import java.util.List;

/**
 * One option.
 *
 * @param names with their dashes
 */
public record CompletionOption(List<String> names, CompletionValue value) {
    public CompletionOption {
        names = List.copyOf(names);
    }
}
