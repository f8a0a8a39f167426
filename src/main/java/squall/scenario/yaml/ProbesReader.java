package squall.scenario.yaml;

import java.time.Duration;
import java.util.List;
import squall.scenario.Probes;

/** What looks beside the load. */
final class ProbesReader {
    private static final Duration TIMEOUT = Duration.ofSeconds(1);

    private ProbesReader() {}

    static Probes read(Value value) {
        Section section = value.section(List.of("lanes", "ledger", "register", "bank", "counter"));
        return value.make(() -> new Probes(
                section.find("lanes").map(ProbesReader::lanes),
                section.find("ledger").map(ProbesReader::ledger),
                section.find("register").map(ProbesReader::register),
                section.find("bank").map(ProbesReader::bank),
                section.find("counter").map(ProbesReader::counter)));
    }

    private static Probes.Lanes lanes(Value value) {
        Section section = value.section(List.of("perNode", "rate", "timeout"));
        return new Probes.Lanes(
                section.find("perNode").map(Value::whole).orElse(1),
                section.need("rate").perSecond(),
                section.duration("timeout", TIMEOUT));
    }

    private static Probes.Ledger ledger(Value value) {
        Section section = value.section(List.of("writers", "rate"));
        return new Probes.Ledger(
                section.need("writers").whole(), section.need("rate").perSecond());
    }

    private static Probes.Register register(Value value) {
        Section section = value.section(List.of("keys", "rate", "mode"));
        return new Probes.Register(
                section.need("keys").whole(),
                section.need("rate").perSecond(),
                section.need("mode").one(Probes.Register.Mode.class));
    }

    private static Probes.Counter counter(Value value) {
        Section section = value.section(List.of("sessions", "rate"));
        return new Probes.Counter(
                section.need("sessions").whole(), section.need("rate").perSecond());
    }

    private static Probes.Bank bank(Value value) {
        Section section = value.section(List.of("accounts", "rate"));
        return new Probes.Bank(
                section.need("accounts").whole(), section.need("rate").perSecond());
    }
}
