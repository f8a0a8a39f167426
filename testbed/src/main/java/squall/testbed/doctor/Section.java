package squall.testbed.doctor;

import java.util.List;

/** Checks that are read together. */
record Section(String title, List<Check> checks) {
    Section {
        checks = List.copyOf(checks);
    }
}
