package squall.check.isolation;

import java.util.Arrays;

/** Map from pairs of longs to consecutive numbers from 0, without boxing: a million transactions have several million keys and values. */
final class LongLongMap {
    private long[] firsts = new long[1 << 10];
    private long[] seconds = new long[1 << 10];
    private int[] numbers = new int[1 << 10];
    private int size;

    LongLongMap() {
        Arrays.fill(numbers, -1);
    }

    int size() {
        return size;
    }

    /** Returns the number of this pair; a new one if it has none yet. */
    int number(long first, long second) {
        int slot = slot(first, second);
        if (numbers[slot] >= 0) {
            return numbers[slot];
        }
        firsts[slot] = first;
        seconds[slot] = second;
        numbers[slot] = size++;
        int number = numbers[slot];
        if (size * 2 > numbers.length) {
            grow();
        }
        return number;
    }

    boolean contains(long first, long second) {
        return numbers[slot(first, second)] >= 0;
    }

    private int slot(long first, long second) {
        int mask = numbers.length - 1;
        int slot = spread(first, second) & mask;
        while (numbers[slot] >= 0 && (firsts[slot] != first || seconds[slot] != second)) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private void grow() {
        long[] oldFirsts = firsts;
        long[] oldSeconds = seconds;
        int[] oldNumbers = numbers;
        firsts = new long[oldNumbers.length * 2];
        seconds = new long[oldNumbers.length * 2];
        numbers = new int[oldNumbers.length * 2];
        Arrays.fill(numbers, -1);
        for (int old = 0; old < oldNumbers.length; old++) {
            if (oldNumbers[old] >= 0) {
                int slot = slot(oldFirsts[old], oldSeconds[old]);
                firsts[slot] = oldFirsts[old];
                seconds[slot] = oldSeconds[old];
                numbers[slot] = oldNumbers[old];
            }
        }
    }

    private static int spread(long first, long second) {
        long mixed = (first * 0x9E3779B97F4A7C15L) ^ (second * 0xC2B2AE3D27D4EB4FL);
        mixed ^= mixed >>> 29;
        mixed *= 0xBF58476D1CE4E5B9L;
        return (int) (mixed ^ (mixed >>> 32));
    }
}
