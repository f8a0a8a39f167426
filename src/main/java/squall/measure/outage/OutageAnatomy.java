package squall.measure.outage;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Collectors;

/**
 * Anatomy of one outage of the load: from the last answer before it until the recovery rule held, cut into parts without gaps.
 *
 * @param atLeast whether it went on when watching ended
 * @param parts in order, each beginning where the one before ends; at least one
 * @param clockErrorNs upper bound of the error of the times that come from logs
 */
public record OutageAnatomy(boolean atLeast, List<OutagePart> parts, long clockErrorNs) {
    private static final double SECOND_NANOS = 1e9;

    /** Length from which a part is worth a word in a line of text. */
    private static final long SHOWN_FROM_NS = 50_000_000;

    public OutageAnatomy {
        parts = List.copyOf(parts);
        if (parts.isEmpty()) {
            throw new IllegalArgumentException("an outage has at least one part");
        }
        for (int i = 1; i < parts.size(); i++) {
            if (parts.get(i).fromNs() != parts.get(i - 1).toNs()) {
                throw new IllegalArgumentException(
                        "a part must begin at " + parts.get(i - 1).toNs() + " ns, where the one before ends, not at "
                                + parts.get(i).fromNs());
            }
        }
    }

    public long fromNs() {
        return parts.getFirst().fromNs();
    }

    public long toNs() {
        return parts.getLast().toNs();
    }

    public long lengthNs() {
        return toNs() - fromNs();
    }

    /** Returns the causes with their lengths in nanoseconds, in the order in which they first occur. */
    public SequencedMap<PartCause, Long> lengths() {
        SequencedMap<PartCause, Long> lengths = new LinkedHashMap<>();
        parts.forEach(part -> lengths.merge(part.cause(), part.lengthNs(), Long::sum));
        return lengths;
    }

    /** Returns the cause of most of the outage; the first of equals. */
    public PartCause dominant() {
        return lengths().entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .orElseThrow()
                .getKey();
    }

    /**
     * Describes the outage in one line, its dominant cause first, then the kinds of the others: {@code 9.1 of 12.4 s: nothing noticed
     * (Patroni ttl 20 s); electing 2.0 s}.
     */
    public String text() {
        PartCause dominant = dominant();
        Map<PartKind, Long> others = new LinkedHashMap<>();
        parts.stream()
                .filter(part -> !part.cause().equals(dominant))
                .forEach(part -> others.merge(part.cause().kind(), part.lengthNs(), Long::sum));
        String rest = others.entrySet().stream()
                .filter(kind -> kind.getValue() >= SHOWN_FROM_NS)
                .map(kind -> "; " + kind.getKey().words() + (kind.getKey() == dominant.kind() ? " otherwise " : " ")
                        + seconds(kind.getValue()) + " s")
                .collect(Collectors.joining());
        return seconds(lengths().getOrDefault(dominant, 0L)) + " of " + (atLeast ? "more than " : "")
                + seconds(lengthNs()) + " s: " + dominant.text() + rest;
    }

    private static String seconds(long nanos) {
        return String.format(Locale.ROOT, "%.1f", nanos / SECOND_NANOS);
    }

    /**
     * Part of an outage.
     *
     * @param fromNs begin, in nanoseconds since the run began
     * @param evidence of the part, in the order of its times; empty only where nothing explains it
     */
    public record OutagePart(PartCause cause, long fromNs, long toNs, List<PartEvidence> evidence) {
        public OutagePart {
            if (toNs <= fromNs) {
                throw new IllegalArgumentException(
                        "a part must end after it begins, not at " + toNs + " ns after " + fromNs);
            }
            evidence = evidence.stream()
                    .sorted(Comparator.comparingLong(PartEvidence::atNs))
                    .toList();
        }

        public long lengthNs() {
            return toNs - fromNs;
        }
    }

    /** Kind of a part. */
    public enum PartKind {
        /** Time in which nothing in the cluster reacted. */
        UNDETECTED("nothing noticed"),
        /** Time in which the cluster chose another server, and moved its work there. */
        ELECTING("electing"),
        /** Time in which a server was missing after its loss was noticed, or started, with its recovery from a crash. */
        RESTARTING("restarting"),
        /** Time in which a server accepted clients, and they were not connected to it yet. */
        RECONNECTING("reconnecting"),
        /** Time in which clients were answered again, below the recovery rule. */
        CATCHING_UP("catching up"),
        /** Time without evidence. */
        UNEXPLAINED("unexplained");

        private final String words;

        PartKind(String words) {
            this.words = words;
        }

        public String words() {
            return words;
        }
    }

    /** Cause of a part. @param why what a person can act on; a few words */
    public record PartCause(PartKind kind, String why) {
        public String text() {
            return kind.words() + (why.isEmpty() ? "" : " (" + why + ")");
        }
    }

    /**
     * Evidence of a part.
     *
     * @param atNs in nanoseconds since the run began
     * @param source log of a node or program, session, driver, or step of the fault
     */
    public record PartEvidence(long atNs, String source, String text) {}
}
