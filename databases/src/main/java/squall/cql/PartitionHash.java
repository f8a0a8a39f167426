package squall.cql;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Where YugabyteDB puts a row: the hash of its partition key, in [0, 65535].
 *
 * <p>Bob Jenkins' 64-bit hash (lookup8, public domain) over the key's columns in CQL's wire form, folded to 16 bits as YugabyteDB does in
 * its {@code YBPartition::HashColumnCompoundValue}. Pure.
 */
final class PartitionHash {
    private static final long SEED = 97;
    private static final long START = 0xe08c1d668b756f82L;

    private static final int[][] ROUNDS = {{43, 9, 8}, {38, 23, 5}, {35, 49, 11}, {12, 18, 22}};

    private long a = START;
    private long b = START;
    private long c = SEED;

    private PartitionHash() {}

    /** @param key all columns of the partition key, one after the other */
    static int of(byte[] key) {
        long hash = jenkins(key);
        return (int) (((hash >>> 48) ^ (3 * (hash >>> 32)) ^ (5 * (hash >>> 16)) ^ (7 * (hash & 0xffff))) & 0xffff);
    }

    static long jenkins(byte[] key) {
        return new PartitionHash().hash(key);
    }

    private long hash(byte[] key) {
        ByteBuffer bytes = ByteBuffer.wrap(key).order(ByteOrder.LITTLE_ENDIAN);
        while (bytes.remaining() >= 3 * Long.BYTES) {
            a += bytes.getLong();
            b += bytes.getLong();
            c += bytes.getLong();
            mix();
        }
        c += key.length;
        a += rest(bytes, Long.BYTES);
        b += rest(bytes, Long.BYTES);
        // The lowest byte of c is the length's.
        c += rest(bytes, Long.BYTES - 1) << Byte.SIZE;
        mix();
        return c;
    }

    /** Up to {@code most} bytes as a number, the first the lowest. */
    private static long rest(ByteBuffer bytes, int most) {
        long number = 0;
        for (int place = 0; place < most && bytes.hasRemaining(); place++) {
            number |= (bytes.get() & 0xffL) << (place * Byte.SIZE);
        }
        return number;
    }

    private void mix() {
        for (int[] round : ROUNDS) {
            a = (a - b - c) ^ (c >>> round[0]);
            b = (b - c - a) ^ (a << round[1]);
            c = (c - a - b) ^ (b >>> round[2]);
        }
    }
}
