package squall.cql.driver;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchableStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.ColumnDefinition;
import com.datastax.oss.driver.api.core.session.Request;
import com.datastax.oss.driver.api.core.type.DataType;
import com.datastax.oss.driver.api.core.type.DataTypes;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Key of the partition to which a statement goes, as YugabyteDB hashes it. @param key in [0, 65535] */
record PartitionKey(CqlIdentifier keyspace, CqlIdentifier table, int key) {
    private static final int MICROS_PER_MILLI = 1000;
    private static final Set<DataType> AS_ON_THE_WIRE = Set.of(
            DataTypes.ASCII,
            DataTypes.TEXT,
            DataTypes.BLOB,
            DataTypes.INT,
            DataTypes.BIGINT,
            DataTypes.SMALLINT,
            DataTypes.TINYINT,
            DataTypes.UUID,
            DataTypes.TIMEUUID,
            DataTypes.INET,
            DataTypes.BOOLEAN,
            DataTypes.DATE,
            DataTypes.TIME);

    /** Returns the key of a prepared statement whose partition key is bound as a whole; of a batch, its first statement's. */
    static Optional<PartitionKey> of(Request request) {
        return switch (request) {
            case BoundStatement bound -> ofBound(bound);
            case BatchStatement batch -> {
                for (BatchableStatement<?> first : batch) {
                    yield first instanceof BoundStatement bound ? ofBound(bound) : Optional.empty();
                }
                yield Optional.empty();
            }
            default -> Optional.empty();
        };
    }

    private static Optional<PartitionKey> ofBound(BoundStatement bound) {
        List<Integer> places = bound.getPreparedStatement().getPartitionKeyIndices();
        if (places.isEmpty()) {
            return Optional.empty();
        }
        ByteArrayOutputStream key = new ByteArrayOutputStream();
        for (int place : places) {
            if (!append(bound, place, key)) {
                return Optional.empty();
            }
        }
        ColumnDefinition first =
                bound.getPreparedStatement().getVariableDefinitions().get(places.get(0));
        return Optional.of(
                new PartitionKey(first.getKeyspace(), first.getTable(), PartitionHash.of(key.toByteArray())));
    }

    /** @return false for a type whose form in the hash differs from that on the wire, and which is no usual key */
    private static boolean append(BoundStatement bound, int place, ByteArrayOutputStream key) {
        ByteBuffer value = bound.getBytesUnsafe(place);
        if (value == null) {
            return false;
        }
        DataType type = bound.getType(place);
        if (AS_ON_THE_WIRE.contains(type)) {
            copy(value, key);
            return true;
        }
        if (type.equals(DataTypes.TIMESTAMP)) {
            long micros = value.getLong(value.position()) * MICROS_PER_MILLI;
            copy(ByteBuffer.allocate(Long.BYTES).putLong(0, micros), key);
            return true;
        }
        return false;
    }

    private static void copy(ByteBuffer value, ByteArrayOutputStream key) {
        ByteBuffer bytes = value.duplicate();
        while (bytes.hasRemaining()) {
            key.write(bytes.get());
        }
    }

    /**
     * Hash by which YugabyteDB places a row: that of its partition key, in [0, 65535].
     *
     * <p>Bob Jenkins' 64-bit hash (lookup8, public domain) over the key's columns in CQL's wire form, folded to 16 bits as YugabyteDB does
     * in its {@code YBPartition::HashColumnCompoundValue}. Pure.
     */
    static final class PartitionHash {
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

        /** Reads up to {@code most} bytes as a number, the first the lowest. */
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
}
