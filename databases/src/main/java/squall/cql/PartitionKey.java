package squall.cql;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchableStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.ColumnDefinition;
import com.datastax.oss.driver.api.core.session.Request;
import com.datastax.oss.protocol.internal.ProtocolConstants.DataType;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/** The row a statement goes to, as YugabyteDB hashes it. @param key in [0, 65535] */
record PartitionKey(CqlIdentifier keyspace, CqlIdentifier table, int key) {
    private static final int MICROS_PER_MILLI = 1000;

    /** Of a prepared statement whose partition key is bound as a whole; of a batch, its first statement's. */
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

    /** @return false for what has another form in the hash than on the wire, and is no usual key */
    private static boolean append(BoundStatement bound, int place, ByteArrayOutputStream key) {
        ByteBuffer value = bound.getBytesUnsafe(place);
        if (value == null) {
            return false;
        }
        int type = bound.getType(place).getProtocolCode();
        switch (type) {
            case DataType.ASCII,
                    DataType.VARCHAR,
                    DataType.BLOB,
                    DataType.INT,
                    DataType.BIGINT,
                    DataType.SMALLINT,
                    DataType.TINYINT,
                    DataType.UUID,
                    DataType.TIMEUUID,
                    DataType.INET,
                    DataType.BOOLEAN,
                    DataType.DATE,
                    DataType.TIME -> copy(value, key);
            case DataType.TIMESTAMP ->
                copy(
                        ByteBuffer.allocate(Long.BYTES).putLong(0, value.getLong(value.position()) * MICROS_PER_MILLI),
                        key);
            default -> {
                return false;
            }
        }
        return true;
    }

    private static void copy(ByteBuffer value, ByteArrayOutputStream key) {
        ByteBuffer bytes = value.duplicate();
        while (bytes.hasRemaining()) {
            key.write(bytes.get());
        }
    }
}
