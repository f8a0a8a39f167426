package squall.sql.driver;

import java.io.IOException;
import java.net.Socket;
import java.util.Properties;
import org.postgresql.ssl.LibPQFactory;
import org.postgresql.util.PSQLException;
import squall.spi.ConnectionStep.StageKind;

/** Factory of TLS sockets of PostgreSQL's driver, its own except that the begin and the end of a handshake are recorded. */
public final class WatchedTlsFactory extends LibPQFactory {
    /** Name of this class: a constant, as a connection without TLS loads neither this class nor the driver's. */
    public static final String NAME = "squall.sql.driver.WatchedTlsFactory";

    /** Creates a factory; called by the driver. */
    public WatchedTlsFactory(Properties info) throws PSQLException {
        super(info);
    }

    @Override
    public Socket createSocket(Socket socket, String host, int port, boolean autoClose) throws IOException {
        ConnectionAttempt.begin(StageKind.TLS);
        return super.createSocket(socket, host, port, autoClose);
    }

    /** Records the end of a handshake: the driver calls this method after each that succeeded. */
    @Override
    public void throwKeyManagerException() throws PSQLException {
        ConnectionAttempt.begin(StageKind.LOGIN);
        super.throwKeyManagerException();
    }
}
