package squall.results;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import squall.measure.recovery.LaneOutage;
import squall.measure.recovery.LaneOutages;
import squall.measure.recovery.LostGoodput;
import squall.measure.recovery.Outage;
import squall.measure.recovery.Ratios;
import squall.measure.recovery.Recovery;
import squall.measure.recovery.Repeats;
import squall.measure.recovery.Return;
import squall.measure.recovery.Span;
import squall.measure.recovery.Toll;

/** The toll of one strike as {@code summary.json} tells it; units in the names, and what was not measured is missing. */
final class TollJson {
    private TollJson() {}

    static Map<String, Object> of(Toll toll) {
        Map<String, Object> json = new LinkedHashMap<>(span(toll.span()));
        json.putAll(outage(toll.outage()));
        json.put("goodput_share", toll.compared().goodput());
        toll.compared().p99().ifPresent(p99 -> json.put("p99_times", p99));
        json.put("worst", worst(toll));
        toll.back().ifPresent(back -> json.put("recovery", back(back)));
        json.put("lost_goodput", lost(toll.lost()));
        Map<String, Object> impact = new LinkedHashMap<>();
        impact.put("disturbed", ratios(toll.disturbed()));
        impact.put("recovering", ratios(toll.recovering()));
        json.put("impact", impact);
        return json;
    }

    static Map<String, Object> lanes(LaneOutages outages) {
        Map<String, Object> json = new LinkedHashMap<>();
        outages.worst().ifPresent(worst -> json.put("unavailable_max_s", seconds(worst.longest())));
        outages.median().ifPresent(median -> json.put("unavailable_median_s", seconds(median)));
        outages.firstSuccess().ifPresent(first -> json.put("first_success_s", seconds(first)));
        json.put("each", outages.lanes().stream().map(TollJson::lane).toList());
        return json;
    }

    static Map<String, Object> repeats(Repeats repeats) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("count", repeats.sorted().size());
        json.put("median", recovery(repeats.median()));
        json.put("shortest", recovery(repeats.shortest()));
        json.put("longest", recovery(repeats.longest()));
        json.put("coverage", repeats.coverage());
        return json;
    }

    private static Map<String, Object> lane(LaneOutage outage) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", outage.lane().name());
        json.put("zone", outage.lane().zone());
        json.put("node", outage.lane().node());
        json.put("unavailable_s", seconds(outage.longest()));
        json.put("at_least", outage.open());
        outage.firstSuccess().ifPresent(first -> json.put("first_success_s", seconds(first)));
        return json;
    }

    private static Map<String, Object> span(Span span) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("injected_s", span.injected());
        span.healed().ifPresent(healed -> json.put("healed_s", healed));
        json.put("watched_until_s", span.end());
        return json;
    }

    private static Map<String, Object> outage(Outage outage) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("due", outage.availability().due());
        json.put("in_time", outage.availability().inTime());
        json.put("availability", outage.availability().share());
        if (outage.availability().share() < 1) { // else there is no end of them
            json.put("nines", outage.availability().nines());
        }
        outage.detectedAfterSeconds().ifPresent(after -> json.put("detected_after_s", after));
        json.put("outage_s", outage.outageSeconds());
        json.put("degraded_s", outage.degradedSeconds());
        json.put("spike_s", outage.spikeSeconds());
        return json;
    }

    private static Map<String, Object> worst(Toll toll) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("goodput", toll.worst().goodput());
        json.put("goodput_at_s", toll.worst().goodputSecond());
        json.put("p95_ms", toll.worst().p95Micros() / 1e3);
        return json;
    }

    private static Map<String, Object> back(Return back) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("from_injection", recovery(back.fromInjection()));
        back.fromHealing().ifPresent(recovery -> json.put("from_healing", recovery(recovery)));
        Map<String, Object> ladder = new LinkedHashMap<>();
        for (Return.Rung rung : back.ladder()) {
            rung.recovery()
                    .ifPresent(recovery -> ladder.put(Math.round(rung.share() * 100) + "_percent", recovery(recovery)));
        }
        json.put("ladder", ladder);
        return json;
    }

    /** A lower bound has a name of its own, so that nobody takes it for a number. */
    private static Map<String, Object> recovery(Recovery recovery) {
        return switch (recovery) {
            case Recovery.Recovered(Duration after, int relapses) -> {
                Map<String, Object> json = new LinkedHashMap<>();
                json.put("after_s", seconds(after));
                json.put("relapses", relapses);
                yield json;
            }
            case Recovery.LongerThan(Duration observed) -> Map.of("longer_than_s", seconds(observed));
        };
    }

    private static Map<String, Object> lost(LostGoodput lost) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("operations", lost.operations());
        json.put("seconds_of_baseline", lost.seconds());
        json.put("noise_operations", lost.noiseOperations());
        json.put("at_least", lost.atLeast());
        return json;
    }

    private static List<Map<String, Object>> ratios(List<Ratios> ratios) {
        return ratios.stream().map(TollJson::ratio).toList();
    }

    private static Map<String, Object> ratio(Ratios ratios) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("operation", ratios.operation());
        json.put("tput_ratio", ratios.throughput());
        json.put("p50_ratio", ratios.p50());
        json.put("p99_ratio", ratios.p99());
        json.put("seconds", ratios.seconds());
        return json;
    }

    private static double seconds(Duration length) {
        return length.toMillis() / 1e3;
    }
}
