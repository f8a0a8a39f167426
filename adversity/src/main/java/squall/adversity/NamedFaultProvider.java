package squall.adversity;

import squall.spi.FaultProvider;
import squall.spi.Options;

/** Provider of faults whose name, summary and, unless a subclass says otherwise, aim do not depend on options. */
public abstract class NamedFaultProvider implements FaultProvider {
    private final String kind;
    private final String summary;
    private final Aim aim;

    protected NamedFaultProvider(String kind, String summary, Aim aim) {
        this.kind = kind;
        this.summary = summary;
        this.aim = aim;
    }

    @Override
    public final String kind() {
        return kind;
    }

    @Override
    public final String summary() {
        return summary;
    }

    @Override
    public Aim aim(Options options) {
        return aim;
    }
}
