package squall.apps.cql;

import java.util.Arrays;
import squall.spi.Options;

/** Users, each with nodes that emit points of each of the user's metrics; a source is a node of a user. */
final class Sources {
    private static final int MOST = 1_000;

    private final int[] firstOfUser;
    private final int[] metrics;

    /** @throws IllegalArgumentException if a least number is more than its most */
    Sources(Options options) {
        int users = options.number("num_users", 100, 1, MOST * MOST);
        Range nodes = Range.of(options, "min_nodes_per_user", 5, "max_nodes_per_user", 10);
        Range perUser = Range.of(options, "min_metrics_count", 5, "max_metrics_count", 10);
        firstOfUser = new int[users + 1];
        metrics = new int[users];
        for (int user = 0; user < users; user++) {
            firstOfUser[user + 1] = firstOfUser[user] + Mix.between(nodes.least(), nodes.most(), user);
            metrics[user] = Mix.between(perUser.least(), perUser.most(), ~user);
        }
    }

    private record Range(int least, int most) {
        static Range of(Options options, String least, int fewest, String most, int many) {
            Range range = new Range(options.number(least, fewest, 1, MOST), options.number(most, many, 1, MOST));
            if (range.least > range.most) {
                throw new IllegalArgumentException(
                        "--" + least + " " + range.least + " is more than --" + most + " " + range.most);
            }
            return range;
        }
    }

    int count() {
        return firstOfUser[firstOfUser.length - 1];
    }

    int user(int source) {
        int place = Arrays.binarySearch(firstOfUser, source);
        return place >= 0 ? place : -place - 2;
    }

    int node(int source) {
        return source - firstOfUser[user(source)];
    }

    int metrics(int user) {
        return metrics[user];
    }

    /** The source of this node of this user; negative if there is none. */
    int source(long user, long node) {
        if (user < 0 || user >= metrics.length || node < 0) {
            return -1;
        }
        long source = firstOfUser[(int) user] + node;
        return source < firstOfUser[(int) user + 1] ? (int) source : -1;
    }
}
