package squall.results.repeat;

import java.util.ArrayList;
import java.util.List;

/** In which order two sides take their turns. */
public enum SideOrder {
    /** A A A B B B: what drifts meanwhile looks like a difference of the sides. */
    ONE_SIDE_FIRST,
    /** A B B A A B B A: a steady drift falls on both sides alike. */
    INTERLEAVED;

    /** Sides, 0 and 1, so many times each. */
    public List<Integer> turns(int times) {
        List<Integer> turns = new ArrayList<>();
        for (int n = 0; n < 2 * times; n++) {
            turns.add(
                    switch (this) {
                        case ONE_SIDE_FIRST -> n / times;
                        case INTERLEAVED -> (n + 1) / 2 % 2;
                    });
        }
        return turns;
    }
}
