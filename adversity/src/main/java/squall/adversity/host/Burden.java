package squall.adversity.host;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import squall.host.Deadline;
import squall.host.Detached;
import squall.host.Folders;
import squall.spi.Durations;
import squall.spi.Effect;
import squall.spi.Fault;
import squall.spi.Scene;

/**
 * Shell processes that take from this machine what its nodes would use. Each carries the scene's name as its last argument, by which it is
 * found again, and ends by itself when its time is over.
 *
 * @param count how many
 * @param script what each does; {@code $1} is for how many seconds
 * @param takes in words
 */
record Burden(Scene scene, int count, String script, String takes) implements Fault {
    private static final Duration SOON = Duration.ofSeconds(10);

    @Override
    public List<String> steps() {
        return List.of(
                "inject: " + count + " x sh -c '" + script + "' " + scene.name(),
                "verify: " + count + " processes named " + scene.name() + " " + takes,
                "heal: kill processes named " + scene.name(),
                "timer: each ends by itself");
    }

    @Override
    public void inject(Duration atMost) throws IOException, InterruptedException {
        Path folder = folder();
        Folders.make(folder, "rwx------");
        String seconds = Long.toString(Durations.wholeSeconds(atMost));
        for (int i = Math.toIntExact(processes().count()); i < count; i++) {
            List<String> command = List.of("/bin/sh", "-c", script, "squall", seconds, scene.name());
            new Detached(command, folder, folder.resolve(i + ".out"), folder.resolve(i + ".pid")).start();
        }
        Deadline.in(SOON).await(() -> processes().count() == count);
    }

    @Override
    public Effect effect() {
        long there = processes().count();
        String found = there + " processes named " + scene.name() + " " + takes;
        return new Effect(there > 0, found);
    }

    @Override
    public void heal() throws IOException, InterruptedException {
        processes().forEach(process -> {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        });
        if (!Deadline.in(SOON).await(() -> processes().findAny().isEmpty())) {
            throw new IOException("processes named " + scene.name() + " do not end");
        }
        Folders.delete(folder());
    }

    private Stream<ProcessHandle> processes() {
        return ProcessHandle.allProcesses()
                .filter(process -> process.info()
                        .arguments()
                        .filter(arguments ->
                                arguments.length > 0 && arguments[arguments.length - 1].equals(scene.name()))
                        .isPresent());
    }

    private Path folder() {
        return Path.of(System.getProperty("java.io.tmpdir"), "squall-" + scene.name());
    }
}
