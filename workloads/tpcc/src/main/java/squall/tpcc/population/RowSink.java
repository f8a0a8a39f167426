package squall.tpcc.population;

import java.time.LocalDateTime;

/** Receiver of rows, value by value in the order of the table's columns. One thread. */
public interface RowSink {
    void whole(int value);

    /** @param unscaled the number without its point @param scale digits behind the point */
    void decimal(int unscaled, int scale);

    /** @param ascii letters and digits, read before this returns @param length number of them to take, from the first */
    void text(byte[] ascii, int length);

    void moment(LocalDateTime moment);

    /** Writes a null. */
    void none();

    void endRow();
}
