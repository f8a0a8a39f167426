package squall.benchbase.output;

import java.nio.ByteBuffer;

/**
 * One measured request.
 *
 * @param type its place in the file's transaction types, from 1
 * @param startUs when it was sent, microseconds since 1970
 * @param latencyUs from then to the answer, retries included
 * @param worker from 1
 * @param phase its place in the file's works, from 1
 * @param end how it ended
 * @param retries attempts beyond the first
 */
record MeasuredRequest(int type, long startUs, long latencyUs, int worker, int phase, RequestEnd end, int retries) {
    /** How many bytes {@link #put} takes. */
    static final int BYTES = 2 * Long.BYTES + 5 * Integer.BYTES;

    /** Writes one; nothing is made on the way, as this is done within the measurement. */
    static void put(
            ByteBuffer buffer,
            int type,
            long startUs,
            long latencyUs,
            int worker,
            int phase,
            RequestEnd end,
            int retries) {
        buffer.putLong(startUs)
                .putLong(latencyUs)
                .putInt(type)
                .putInt(worker)
                .putInt(phase)
                .putInt(end.code())
                .putInt(retries);
    }

    static MeasuredRequest get(ByteBuffer buffer) {
        long startUs = buffer.getLong();
        long latencyUs = buffer.getLong();
        int type = buffer.getInt();
        int worker = buffer.getInt();
        int phase = buffer.getInt();
        return new MeasuredRequest(
                type, startUs, latencyUs, worker, phase, RequestEnd.ofCode(buffer.getInt()), buffer.getInt());
    }

    /** When the one that begins at this place was sent. */
    static long startUsAt(ByteBuffer buffer, int position) {
        return buffer.getLong(position);
    }
}
