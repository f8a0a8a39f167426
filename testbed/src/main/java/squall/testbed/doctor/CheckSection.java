package squall.testbed.doctor;

import java.util.List;

/** Checks that are read together. */
record CheckSection(String title, List<MachineCheck> checks) {
    CheckSection {
        checks = List.copyOf(checks);
    }
}
