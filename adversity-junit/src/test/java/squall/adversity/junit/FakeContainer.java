package squall.adversity.junit;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import org.jspecify.annotations.Nullable;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.utility.DockerImageName;

/** Container that the fake docker has once it is started, made of what Testcontainers was told, with a server at its port. */
final class FakeContainer extends GenericContainer<FakeContainer> {
    private final FakeDocker docker;
    private final String id;
    private final String host;
    private @Nullable ServerSocket server;

    /** @param host on which Testcontainers finds the engine */
    FakeContainer(FakeDocker docker, String id, String host) {
        super(DockerImageName.parse("toy:1"));
        this.docker = docker;
        this.id = id;
        this.host = host;
    }

    @Override
    public void start() {
        try {
            String[] binding = getPortBindings().getFirst().split(":", -1); // ADDRESS:OUTSIDE:INSIDE/tcp
            ServerSocket listening =
                    new ServerSocket(Integer.parseInt(binding[1]), 50, InetAddress.getByName(binding[0]));
            server = listening;
            Thread.ofVirtual().start(() -> serve(listening));
            docker.run(id, inspected(binding));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void serve(ServerSocket server) {
        while (!server.isClosed()) {
            try (Socket socket = server.accept()) {
                socket.getOutputStream().flush();
            } catch (SocketException e) {
                // closed, here or there: the loop looks which
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private String inspected(String[] binding) {
        ObjectNode told = new ObjectMapper().createObjectNode().put("Id", id);
        told.putObject("State").put("Status", "@STATUS@");
        ObjectNode config = told.putObject("Config").put("Image", "toy:1");
        ObjectNode labels = config.putObject("Labels");
        getLabels().forEach(labels::put);
        told.putObject("HostConfig")
                .putObject("PortBindings")
                .putArray(binding[2])
                .addObject()
                .put("HostIp", binding[0])
                .put("HostPort", binding[1]);
        return told.toString();
    }

    @Override
    public void stop() {
        if (server == null) {
            return; // as of a container that was never started
        }
        try {
            server.close();
            server = null;
            docker.remove(id);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public @Nullable String getContainerId() {
        return server == null ? null : id;
    }

    @Override
    public String getHost() {
        return host;
    }
}
