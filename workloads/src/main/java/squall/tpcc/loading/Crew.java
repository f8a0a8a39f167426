package squall.tpcc.loading;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import squall.sql.SqlDatabase;
import squall.tpcc.population.Population;

/** Brings pieces over several connections at once; a warehouse is noted when its last piece is there. Used once. */
final class Crew {
    private final SqlDatabase database;
    private final LoaderSettings settings;
    private final Population population;
    private final Tally tally;
    private final Notes notes;
    private final AtomicBoolean stopped = new AtomicBoolean();
    private final Map<Integer, AtomicInteger> piecesLeft = new ConcurrentHashMap<>();

    Crew(SqlDatabase database, LoaderSettings settings, Population population, Tally tally) {
        this.database = database;
        this.settings = settings;
        this.population = population;
        this.tally = tally;
        this.notes = new Notes(database);
    }

    /**
     * Returns when all pieces are there.
     *
     * @throws IOException if one could not be brought; then the others have been given up
     */
    void bring(List<Piece> pieces) throws IOException, InterruptedException {
        pieces.forEach(piece -> piecesLeft
                .computeIfAbsent(piece.warehouse(), unused -> new AtomicInteger())
                .incrementAndGet());
        if (pieces.isEmpty()) {
            return;
        }
        List<Lane> lanes = lanes(pieces.size());
        try (ExecutorService threads = Executors.newFixedThreadPool(lanes.size())) {
            Queue<Piece> queue = new ConcurrentLinkedQueue<>(pieces);
            join(lanes.stream().map(lane -> work(lane, queue)).toList(), threads, lanes);
        } finally {
            lanes.forEach(Lane::close);
        }
    }

    private List<Lane> lanes(int pieces) {
        List<Lane> lanes = new ArrayList<>();
        for (int number = 0; number < Math.min(settings.threads(), pieces); number++) {
            lanes.add(new Lane(database, number, settings.mode(), population, tally, stopped));
        }
        return lanes;
    }

    private Callable<Boolean> work(Lane lane, Queue<Piece> queue) {
        return () -> {
            for (Piece piece = queue.poll(); piece != null && !stopped.get(); piece = queue.poll()) {
                lane.bring(piece);
                finish(piece);
            }
            return true;
        };
    }

    private void finish(Piece piece) throws IOException, InterruptedException {
        AtomicInteger left = Objects.requireNonNull(piecesLeft.get(piece.warehouse()));
        if (left.decrementAndGet() == 0) {
            notes.finish(piece.warehouse());
            if (piece.warehouse() != Notes.ITEMS) {
                tally.addWarehouse();
            }
        }
    }

    private void join(List<Callable<Boolean>> work, ExecutorService threads, List<Lane> lanes)
            throws IOException, InterruptedException {
        var ended = new ExecutorCompletionService<Boolean>(threads);
        for (Callable<Boolean> one : work) {
            Future<Boolean> unused = ended.submit(one);
        }
        boolean complete = false;
        try {
            for (int i = 0; i < work.size(); i++) {
                Boolean unused = ended.take().get();
            }
            complete = true;
        } catch (ExecutionException e) {
            throw failure(Objects.requireNonNull(e.getCause()));
        } finally {
            if (!complete) {
                stopped.set(true);
                lanes.forEach(Lane::abort);
            }
        }
    }

    private static IOException failure(Throwable cause) {
        return switch (cause) {
            case IOException e -> e;
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            default -> new IOException("a loading thread ended: " + cause, cause);
        };
    }
}
