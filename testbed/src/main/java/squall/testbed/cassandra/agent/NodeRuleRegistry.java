package squall.testbed.cassandra.agent;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.management.JMException;
import javax.management.ObjectName;
import org.jboss.byteman.agent.Retransformer;

/**
 * Registry of one node's rules. Byteman's own listener accepts rules, which can do anything, from every client of its port. This bean
 * replaces it behind Cassandra's management port, which requires a password.
 */
public final class NodeRuleRegistry implements RulesMXBean {
    private final Retransformer retransformer;
    private final Map<String, String> texts = new TreeMap<>();

    private NodeRuleRegistry(Retransformer retransformer) {
        this.retransformer = retransformer;
    }

    /** Registers the bean. Byteman calls it before the node starts, because its option {@code manager} names this class. */
    public static void initialize(Retransformer retransformer) throws JMException {
        ManagementFactory.getPlatformMBeanServer()
                .registerMBean(new NodeRuleRegistry(retransformer), new ObjectName("squall:type=Rules"));
    }

    @Override
    public synchronized void install(String name, String text) {
        if (texts.containsKey(name)) {
            throw new IllegalArgumentException("rule '" + name + "' already exists");
        }
        change(() -> retransformer.installScript(List.of(text), List.of(name), new PrintWriter(new StringWriter())));
        texts.put(name, text);
        RuleGate.close(name);
    }

    @Override
    public synchronized void remove(String name) {
        RuleGate.open(name);
        String text = texts.remove(name);
        if (text != null) {
            change(() -> retransformer.removeScripts(List.of(text), new PrintWriter(new StringWriter())));
        }
    }

    private static void change(Change change) {
        try {
            change.make();
        } catch (Exception e) { // Byteman's methods declare no less
            throw new IllegalArgumentException(e.toString()); // without the cause, whose class only this JVM knows
        }
    }

    @Override
    public synchronized String[] getNames() {
        return texts.keySet().toArray(new String[0]);
    }

    @Override
    public long getUptimeMs() {
        return RuleGate.uptimeMs();
    }

    @Override
    public long getTimeMs() {
        return System.currentTimeMillis();
    }

    @Override
    public long echo(String peer, long limitMs) {
        return NodeQuestion.echo(peer).nanoseconds(limitMs);
    }

    @Override
    public long sync(String file, long limitMs) {
        return NodeQuestion.sync(file).nanoseconds(limitMs);
    }

    /** Change by Byteman. */
    private interface Change {
        void make() throws Exception;
    }
}
