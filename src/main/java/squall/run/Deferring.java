package squall.run;

/** Where the second parts of a session's turns go. */
interface Deferring {
    /** For sessions whose turns have none: the plan has no deferred sessions, or this is one of them. */
    Deferring NOWHERE = first -> {
        throw new IllegalStateException(
                "turn %d cannot be deferred: the plan has no deferred sessions, or the turn is deferred already"
                        .formatted(first.index()));
    };

    /** Queues the second part of the turn that the session is performing. */
    void defer(Claim first);

    /** The session will perform no further turn. Once only. */
    default void leave() {}
}
