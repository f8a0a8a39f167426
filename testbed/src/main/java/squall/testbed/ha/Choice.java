package squall.testbed.ha;

import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Whom to promote after the primary was fenced; pure. */
sealed interface Choice {
    /** The standby that has everything that was ever acknowledged. */
    record Promote(String name, Position position) implements Choice {}

    /** Nobody is known to have it all; better no primary than one that has forgotten. @param why for messages */
    record NoSafeCandidate(String why) implements Choice {}

    /**
     * Any one standby may have confirmed the last commit, so all that are in the quorum must have been heard: a silent
     * one may be the only one that has it.
     *
     * @param standbys the quorum without the old primary
     * @param heard how far each has come, of those that answered
     */
    static Choice among(List<String> standbys, Map<String, Position> heard) {
        List<String> silent =
                standbys.stream().filter(name -> !heard.containsKey(name)).toList();
        if (!silent.isEmpty() || standbys.isEmpty()) {
            return new NoSafeCandidate(
                    standbys.isEmpty()
                            ? "no safe candidate: no standby was in the quorum"
                            : "no safe candidate: " + silent
                                    + " must be heard too, as any one standby may have confirmed" + " the last commit");
        }
        Comparator<Map.Entry<String, Position>> furthest = Map.Entry.comparingByValue();
        return heard.entrySet().stream()
                .filter(standby -> standbys.contains(standby.getKey()))
                .max(furthest.thenComparingInt(standby -> -standbys.indexOf(standby.getKey())))
                .<Choice>map(standby -> new Promote(standby.getKey(), standby.getValue()))
                .orElseThrow();
    }
}
