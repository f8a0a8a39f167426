package squall.adversity.probe;

import java.util.List;
import squall.adversity.probe.intent.Intents;
import squall.adversity.probe.intent.Write;
import squall.check.Flaw;
import squall.spi.Outcome;

/** Tells probes what they knew in a process that is gone. */
record Recalling(List<Probe> probes) implements Intents {
    @Override
    public void sending(Write write) {
        probe(write.probe()).recallSent(write);
    }

    @Override
    public void ended(Write write, Outcome outcome, long atNs, String endpoint) {
        probe(write.probe()).recallEnded(write, outcome, atNs, endpoint);
    }

    @Override
    public void found(String probe, Flaw flaw, String example) {
        probe(probe).recallFound(flaw, example);
    }

    /** Then there is nothing left to be judged. */
    @Override
    public void removing() {
        throw new IllegalArgumentException("the run judged everything sound and removed its rows");
    }

    private Probe probe(String name) {
        return probes.stream()
                .filter(probe -> probe.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("the scenario has no probe '" + name + "'"));
    }
}
