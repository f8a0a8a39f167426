package squall.dist;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.library.dependencies.Slice;
import java.util.Set;

/** Predicate that picks slices of {@code squall.(*)..} by name. */
final class ModuleOf extends DescribedPredicate<Slice> {
    private final Set<String> names;

    private ModuleOf(Set<String> names) {
        super("one of " + names);
        this.names = names;
    }

    static ModuleOf oneOf(String... names) {
        return new ModuleOf(Set.of(names));
    }

    @Override
    public boolean test(Slice slice) {
        return names.contains(slice.getNamePart(1));
    }
}
