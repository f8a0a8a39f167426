package squall.ycsb.output;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.List;
import site.ycsb.measurements.exporter.JSONArrayMeasurementsExporter;
import site.ycsb.measurements.exporter.JSONMeasurementsExporter;
import site.ycsb.measurements.exporter.MeasurementsExporter;
import squall.system.CommandException;
import squall.ycsb.ClientProperties;
import squall.ycsb.YcsbProperties;
import squall.ycsb.output.YcsbReport.ReportLine;

/** Exporter that writes lines with a class of YCSB or of a third party; formats are upstream's because the code is upstream's. */
record ReportExporter(Constructor<? extends MeasurementsExporter> constructor) {
    private static final String PROPERTY = ClientProperties.EXPORTER.name();

    /** @throws CommandException if the class is not there or is no exporter */
    static ReportExporter of(YcsbProperties properties) throws CommandException {
        String name = properties.get(ClientProperties.EXPORTER);
        // Upstream's JSON exporter writes objects with nothing between them, which no JSON parser reads as a document.
        return named(
                name.equals(JSONMeasurementsExporter.class.getName())
                        ? JSONArrayMeasurementsExporter.class.getName()
                        : name);
    }

    /** Leaves {@code out} open, whatever the exporter does. */
    void write(List<ReportLine> lines, OutputStream out) throws IOException {
        try (MeasurementsExporter exporter = open(new Unclosed(out))) {
            for (ReportLine line : lines) {
                write(exporter, line);
            }
        } catch (RuntimeException e) { // third-party code
            throw failed(e);
        }
    }

    private static void write(MeasurementsExporter exporter, ReportLine line) throws IOException {
        switch (line.value()) {
            case Integer n -> exporter.write(line.metric(), line.measurement(), n.intValue());
            case Long n -> exporter.write(line.metric(), line.measurement(), n.longValue());
            case Double n -> exporter.write(line.metric(), line.measurement(), n.doubleValue());
            default ->
                throw new IllegalStateException(
                        "no exporter supports the value of " + line.metric() + ", " + line.measurement());
        }
    }

    private MeasurementsExporter open(OutputStream out) throws IOException {
        try {
            return constructor.newInstance(out);
        } catch (InvocationTargetException e) {
            throw failed(e.getTargetException());
        } catch (ReflectiveOperationException e) {
            throw failed(e);
        }
    }

    private IOException failed(Throwable cause) {
        return new IOException(PROPERTY + " " + constructor.getDeclaringClass().getName() + " failed: " + cause, cause);
    }

    private static ReportExporter named(String name) throws CommandException {
        try {
            Class<? extends MeasurementsExporter> type = Class.forName(name).asSubclass(MeasurementsExporter.class);
            return new ReportExporter(type.getConstructor(OutputStream.class));
        } catch (ClassNotFoundException | LinkageError e) {
            throw unusable(name, "is not on the class path (add it with -cp)", e);
        } catch (ClassCastException e) {
            throw unusable(name, "is no " + MeasurementsExporter.class.getName(), e);
        } catch (NoSuchMethodException e) {
            throw unusable(name, "has no public constructor (java.io.OutputStream)", e);
        }
    }

    private static CommandException unusable(String name, String why, Throwable cause) {
        return CommandException.usage(
                PROPERTY + "=" + name + ": the class " + why + ". Without the property the report is text; "
                        + JSONArrayMeasurementsExporter.class.getName() + " writes JSON.",
                cause);
    }

    /** Upstream's exporters close what they are given, and standard output must outlive the report. */
    private static final class Unclosed extends FilterOutputStream {
        Unclosed(OutputStream out) {
            super(out);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            out.write(bytes, offset, length);
        }

        @Override
        public void close() throws IOException {
            flush();
        }
    }
}
