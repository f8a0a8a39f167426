package squall.cli.completion;

import java.util.ArrayList;
import java.util.List;

/** A shell that can complete. */
public enum Shell {
    BASH {
        @Override
        public List<String> script(List<Syntax> commands) {
            return BashScript.of(commands);
        }
    },
    ZSH {
        @Override
        public List<String> script(List<Syntax> commands) {
            List<String> lines = new ArrayList<>();
            lines.add("autoload -Uz compinit bashcompinit && compinit -u && bashcompinit");
            lines.addAll(BashScript.of(commands));
            return List.copyOf(lines);
        }
    },
    FISH {
        @Override
        public List<String> script(List<Syntax> commands) {
            return FishScript.of(commands);
        }
    };

    /** What the shell is to read; one command a name. */
    public abstract List<String> script(List<Syntax> commands);
}
