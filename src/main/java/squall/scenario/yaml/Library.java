package squall.scenario.yaml;

import java.util.List;
import java.util.Optional;

/** Scenarios that another may extend. */
public interface Library {
    /** Those there are, in the order in which they are listed. */
    List<String> names();

    Optional<Source> find(String name);
}
