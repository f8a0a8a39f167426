package squall.engine;

/** Where the second parts of a session's turns go. */
interface TurnDeferral {
    /** For sessions whose turns have none: the plan has no deferred sessions, or this is one of them. */
    TurnDeferral NOWHERE = first -> {
        throw new IllegalStateException(
                "turn %d cannot be deferred: the plan has no deferred sessions, or the turn is already deferred"
                        .formatted(first.index()));
    };

    /** Queues the second part of the turn that the session is performing. */
    void defer(ClaimedTurn first);

    /** The session will perform no further turn. Once only. */
    default void leave() {}
}
