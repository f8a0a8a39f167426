package squall.testbed.cassandra.agent;

import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Query of the node itself, whose duration is measured. Cassandra is called by reflection: it is on no class path here. */
final class NodeQuestion {
    private static final String NET = "org.apache.cassandra.net.";
    private static final String ADDRESS = "org.apache.cassandra.locator.InetAddressAndPort";

    private final Callable<Future<?>> begin;

    private NodeQuestion(Callable<Future<?>> begin) {
        this.begin = begin;
    }

    /** Creates an echo request of gossip: a live node answers it, independent of its data. */
    static NodeQuestion echo(String peer) {
        return new NodeQuestion(() -> {
            Class<?> address = Class.forName(ADDRESS);
            Class<?> verb = Class.forName(NET + "Verb");
            Class<?> message = Class.forName(NET + "Message");
            Object request = message.getMethod("out", verb, Object.class)
                    .invoke(
                            null,
                            verb.getField("ECHO_REQ").get(null),
                            Class.forName(NET + "NoPayload")
                                    .getField("noPayload")
                                    .get(null));
            Class<?> messaging = Class.forName(NET + "MessagingService");
            return (Future<?>) messaging
                    .getMethod("sendWithResult", message, address)
                    .invoke(
                            messaging.getMethod("instance").invoke(null),
                            request,
                            address.getMethod("getByName", String.class).invoke(null, peer));
        });
    }

    static NodeQuestion sync(String file) {
        return new NodeQuestion(() -> {
            FutureTask<Boolean> write = new FutureTask<>(() -> write(Path.of(file)));
            Thread thread = new Thread(write, "squall-sync");
            thread.setDaemon(true);
            thread.start();
            return write;
        });
    }

    private static boolean write(Path file) throws Exception {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(new byte[] {1}));
            Class.forName("org.apache.cassandra.utils.SyncUtil")
                    .getMethod("force", FileChannel.class, boolean.class)
                    .invoke(null, channel, true);
        }
        return Files.deleteIfExists(file);
    }

    /** @throws IllegalStateException if the query could not begin */
    long nanoseconds(long limitMs) {
        long began = System.nanoTime();
        Future<?> answer;
        try {
            answer = begin.call();
        } catch (Exception e) { // those of reflection
            throw new IllegalStateException(
                    "the node cannot be asked: " + e); // its class may be known only to this JVM
        }
        try {
            answer.get(limitMs, TimeUnit.MILLISECONDS);
            return System.nanoTime() - began;
        } catch (TimeoutException | ExecutionException e) {
            return RulesMXBean.NO_ANSWER; // the result of the query
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return RulesMXBean.NO_ANSWER;
        }
    }
}
