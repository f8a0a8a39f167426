package squall.benchbase.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import squall.cli.CommandException;

/**
 * What is to be loaded, and how.
 *
 * @param warehouses in the whole database
 * @param loaderThreads empty: as many as there are processors
 * @param ddl statements of the user's in place of ours
 * @param afterLoad statements to run once everything is loaded
 */
public record Data(int warehouses, Optional<Integer> loaderThreads, Optional<Path> ddl, Optional<Path> afterLoad) {
    /** @param folders where relative paths are looked for, the first that has the file counts */
    static Data of(Section root, List<Path> folders) throws CommandException {
        root.whole("batchsize", 1); // for BenchBase's batches; Squall loads with COPY where the server has it
        return new Data(
                warehouses(root),
                root.whole("loaderThreads", 1),
                root.file("ddlpath", folders),
                root.file("afterload", folders));
    }

    private static int warehouses(Section root) throws CommandException {
        Optional<Element> factor = root.leaf("scalefactor");
        if (factor.isEmpty()) {
            return 1;
        }
        String text = factor.get().text();
        if (text.matches("\\d{1,7}(\\.0+)?") && (int) Double.parseDouble(text) > 0) {
            return (int) Double.parseDouble(text);
        }
        throw factor.get().unfit("a whole number of warehouses, 1 or more (BenchBase loads 2 and drives 1 at 1.6)");
    }
}
