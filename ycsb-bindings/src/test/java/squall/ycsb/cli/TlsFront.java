package squall.ycsb.cli;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.TrustManagerFactory;
import squall.fixture.Certificates;

/** Stands before a real node with a certificate of the test's choice, and passes on everything that is said. */
final class TlsFront implements AutoCloseable {
    private final SSLServerSocket server;
    private final SSLContext toNode;
    private final int nodePort;

    /** @param name whose certificate clients see @param nodeCertificate which the front trusts; it goes to the node as {@code client} */
    TlsFront(Certificates certificates, String name, Path nodeCertificate, int nodePort)
            throws IOException, GeneralSecurityException {
        this.nodePort = nodePort;
        this.toNode = context(certificates, "client", nodeCertificate);
        this.server = (SSLServerSocket) context(certificates, name, nodeCertificate)
                .getServerSocketFactory()
                .createServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
    }

    int port() {
        return server.getLocalPort();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket client = server.accept();
                Socket node = toNode.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), nodePort);
                Thread.ofVirtual().start(() -> pass(client, node));
                Thread.ofVirtual().start(() -> pass(node, client));
            } catch (IOException e) {
                // Closed, or a client that does not like the certificate.
            }
        }
    }

    private static void pass(Socket from, Socket to) {
        try (from;
                to) {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException e) {
            // Either side has ended the conversation, and both are closed.
        }
    }

    private static SSLContext context(Certificates certificates, String name, Path trusted)
            throws IOException, GeneralSecurityException {
        char[] password = Certificates.STORE_PASSWORD.toCharArray();
        KeyStore all = certificates.store();
        KeyStore own = KeyStore.getInstance("PKCS12");
        own.load(null, null);
        own.setKeyEntry("own", all.getKey(name, password), password, all.getCertificateChain(name));
        try (InputStream pem = Files.newInputStream(trusted)) {
            own.setCertificateEntry(
                    "trusted", CertificateFactory.getInstance("X.509").generateCertificate(pem));
        }
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(own, password);
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(own);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
