package squall.apps.run;

import squall.engine.schedule.ClientSplit;
import squall.spi.TurnPosition;

/**
 * Assignment of roles to sessions: which ones write and which ones read.
 *
 * <p>Without a rate the first sessions write and the others read, each as fast as it is answered. With rates there is one schedule for
 * all sessions, of which writes have their share, evenly spread; whichever session is free performs what is due.
 */
public sealed interface SessionRoles {
    boolean writes(int session, TurnPosition turn);

    /** @param writers how many sessions write */
    record BySession(int writers) implements SessionRoles {
        @Override
        public boolean writes(int session, TurnPosition turn) {
            return session < writers;
        }
    }

    /** @param share of the turns of each client, in [0, 1], that write @param split which client this is */
    record ByTurn(double share, ClientSplit split) implements SessionRoles {
        public ByTurn {
            if (!(share >= 0 && share <= 1)) {
                throw new IllegalArgumentException("share must be in [0, 1]: " + share);
            }
        }

        /** Spreads the writes evenly over the turns. Turn 0 writes if any does, so that there is something to read. */
        @Override
        public boolean writes(int session, TurnPosition turn) {
            long own = split.own(turn.index()); // a client may be dealt every second turn of a share of a half
            return Math.ceil((own + 1) * share) > Math.ceil(own * share);
        }
    }
}
