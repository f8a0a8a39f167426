package squall.engine.schedule;

/**
 * Share of a run that this process performs, if several clients share one run. All arithmetic of the division is here.
 *
 * <p>Every client gets the figures of the whole run. Data (rows, warehouses) is divided into contiguous ranges. Turns are dealt in
 * rotation: turn {@code n} of client {@code i} is turn {@code n * clients + i} of the whole run, with the due time and the random numbers
 * that it has if one client does everything. So rates add up exactly, and no two clients draw the same numbers.
 *
 * @param clients number of clients, at least 1
 * @param client the number of this one, from 0
 */
public record ClientSplit(int clients, int client) {
    /** Share of a single client: everything. */
    public static final ClientSplit WHOLE = new ClientSplit(1, 0);

    /** Maximum number of clients. More would overflow the numbers of turns, whose restart lies far above every count. */
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

    /** Returns whether there are other clients. */
    public boolean shared() {
        return clients > 1;
    }

    /** Returns this client's share of a total; the first clients have one more if it cannot be divided evenly. */
    public long count(long total) {
        return total / clients + (client < total % clients ? 1 : 0);
    }

    /** Returns the sum of the shares of the clients before this one: the beginning of its contiguous range. */
    public long first(long total) {
        return total / clients * client + Math.min(client, total % clients);
    }

    /** Returns the number in the whole run of this client's number {@code own}, if numbers are dealt in rotation; both from 0. */
    public long dealt(long own) {
        return own * clients + client;
    }

    /**
     * Returns this client's number of a number in the whole run, the reverse of {@link #dealt}. @param whole a number that this client was
     * dealt
     */
    public long own(long whole) {
        return whole / clients;
    }

    /** Describes the share for users; clients are numbered as Kubernetes does. */
    @Override
    public String toString() {
        return "client " + client + " of " + clients + " (0 to " + (clients - 1) + ")";
    }
}
