package squall.spi;

/**
 * Error for which an operation was not acknowledged.
 *
 * @param kind the class that it is counted under
 * @param code the SQLSTATE, or the driver's or Squall's own name where there is none; never empty
 */
public record ErrorCode(ErrorKind kind, String code) {
    public ErrorCode {
        if (code.isEmpty()) {
            throw new IllegalArgumentException("code must not be empty");
        }
    }
}
