package squall.engine.schedule;

/**
 * Which part of a run this process does, if several clients share one run: all arithmetic of the division, and the only place that has any.
 *
 * <p>Every client is told the figures of the whole run. Data (rows, warehouses) is divided into contiguous ranges. Turns are dealt out in
 * turn: turn {@code n} of client {@code i} is turn {@code n * clients + i} of the whole run, with the due time and the random numbers that
 * it has if one client does everything. So rates add up exactly, and no two clients draw the same numbers.
 *
 * @param clients how many there are, at least 1
 * @param client the number of this one, from 0
 */
public record ClientSplit(int clients, int client) {
    /** One client does everything. */
    public static final ClientSplit WHOLE = new ClientSplit(1, 0);

    /** More would overflow the numbers of turns, which begin again far above every count. */
    public static final int MOST = 1_000_000;

    public ClientSplit {
        if (clients < 1 || clients > MOST) {
            throw new IllegalArgumentException("clients must be from 1 to " + MOST + ": " + clients);
        }
        if (client < 0 || client >= clients) {
            throw new IllegalArgumentException(
                    "client must be from 0 to " + (clients - 1) + " (of " + clients + " clients): " + client);
        }
    }

    /** Whether there are other clients. */
    public boolean shared() {
        return clients > 1;
    }

    /** How many of so many this client has; the first ones have one more if they cannot be divided evenly. */
    public long count(long total) {
        return total / clients + (client < total % clients ? 1 : 0);
    }

    /** How many of so many the clients before this one have: where the contiguous range of this one begins. */
    public long first(long total) {
        return total / clients * client + Math.min(client, total % clients);
    }

    /** The number in the whole run of what is number {@code own} here, if one after the other is dealt out; both from 0. */
    public long dealt(long own) {
        return own * clients + client;
    }

    /** The reverse of {@link #dealt}. @param whole a number that this client was dealt */
    public long own(long whole) {
        return whole / clients;
    }

    /** As users read it; they count clients as Kubernetes does. */
    @Override
    public String toString() {
        return "client " + client + " of " + clients + " (0 to " + (clients - 1) + ")";
    }
}
