package squall.benchbase.config;

import java.io.IOException;
import java.io.StringReader;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import squall.benchbase.config.WorkPhase.RequestRate;
import squall.spi.NearestName;
import squall.system.CommandException;
import squall.system.InputFile;
import squall.tpcc.TransactionType;

/**
 * Configuration file of BenchBase, as far as it concerns TPC-C.
 *
 * @param name as the user gave it
 * @param text content of the file, for copies of it
 * @param terminals BenchBase's: threads with a connection each
 * @param randomSeed empty: none
 * @param transactions in the order of the file
 * @param phases in the order of the file, at least one
 * @param remarks lines for the user about elements that do not have the effect that the file asks for
 */
public record ConfigFile(
        String name,
        String text,
        ConfiguredServer server,
        DataSettings data,
        int terminals,
        Optional<Integer> randomSeed,
        List<TransactionSettings> transactions,
        List<WorkPhase> phases,
        SquallExtension extension,
        List<String> remarks) {
    /** Name of the only benchmark that Squall's engine runs. */
    public static final String BENCH = "tpcc";

    private static final int NO_SEED = -1;

    public ConfigFile {
        transactions = List.copyOf(transactions);
        phases = List.copyOf(phases);
        remarks = List.copyOf(remarks);
    }

    /**
     * Reads a file and checks all of it, before any connection is opened.
     *
     * @param name as the user gave it, for messages
     * @param folders against which relative paths in the file are resolved: the user's, then Squall's own
     * @throws CommandException if the file is missing or invalid; the message has file, line, element, the value found and the values
     *     allowed
     */
    public static ConfigFile read(String name, Path file, List<Path> folders) throws CommandException {
        String text;
        try {
            text = InputFile.text(file);
        } catch (IOException e) {
            throw CommandException.of(e);
        }
        XmlElement root = XmlFile.parse(name, text);
        ConfigVocabulary.check(root);
        int terminals = root.need("terminals").whole(1);
        List<TransactionSettings> transactions = TransactionReader.of(root);
        return new ConfigFile(
                name,
                text,
                ConfiguredServer.of(root, folders),
                DataSettings.of(root, folders),
                terminals,
                root.whole("randomSeed", NO_SEED).filter(seed -> seed != NO_SEED),
                transactions,
                new WorkPhaseReader(terminals, transactions).of(root),
                SquallExtension.of(root),
                remarks(root));
    }

    private static List<String> remarks(XmlElement root) throws CommandException {
        List<String> remarks = new ArrayList<>();
        if (!root.flag("reconnectOnConnectionFailure", true)) {
            remarks.add(root.need("reconnectOnConnectionFailure").where()
                    + ": <reconnectOnConnectionFailure> is treated as true: Squall's sessions always reconnect, and every"
                    + " operation that fails in the meantime is counted");
        }
        return remarks;
    }

    /** Parser of XML files, on the JDK's own. Refuses document types and entities of a file's own, so no other file is opened. */
    static final class XmlFile {
        /** Deepest allowed nesting: no configuration is deeper, and a much deeper file would exhaust the stack. */
        private static final int DEEPEST = 50;

        private XmlFile() {}

        /** Parses a text. @throws CommandException if it is no XML; the message has the line */
        static XmlElement parse(String file, String text) throws CommandException {
            XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
            factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
            factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
            try {
                XMLStreamReader reader = factory.createXMLStreamReader(new StringReader(text));
                while (!reader.isStartElement()) {
                    reader.next();
                }
                XmlElement root = element(file, reader, 1);
                while (reader.hasNext()) { // whatever follows the root must be well-formed too
                    reader.next();
                }
                return root;
            } catch (XMLStreamException e) {
                int line = e.getLocation() == null ? 1 : e.getLocation().getLineNumber();
                throw CommandException.usage(file + ":" + line + ": no XML: " + reason(e), e);
            }
        }

        /** Reads one element. The reader is on its start tag before, and on its end tag afterwards. */
        private static XmlElement element(String file, XMLStreamReader reader, int depth) throws XMLStreamException {
            if (depth > DEEPEST) {
                throw new XMLStreamException(
                        "elements are nested more than " + DEEPEST + " deep", reader.getLocation());
            }
            int line = reader.getLocation().getLineNumber();
            String name = reader.getLocalName();
            Map<String, String> attributes = attributes(reader);
            StringBuilder text = new StringBuilder();
            List<XmlElement> children = new ArrayList<>();
            while (reader.next() != XMLStreamReader.END_ELEMENT) {
                if (reader.isStartElement()) {
                    children.add(element(file, reader, depth + 1));
                } else if (reader.isCharacters()) {
                    text.append(reader.getText());
                } else if (reader.getEventType() == XMLStreamReader.ENTITY_REFERENCE) {
                    throw new XMLStreamException(
                            "entity &" + reader.getLocalName() + "; is unknown", reader.getLocation());
                }
            }
            return new XmlElement(file, line, name, attributes, text.toString().strip(), children);
        }

        private static Map<String, String> attributes(XMLStreamReader reader) {
            Map<String, String> attributes = new LinkedHashMap<>();
            for (int i = 0; i < reader.getAttributeCount(); i++) {
                attributes.put(reader.getAttributeLocalName(i), reader.getAttributeValue(i));
            }
            return attributes;
        }

        /** Returns the text of the parser's message, without the first line, which has the place. */
        private static String reason(XMLStreamException e) {
            String message = String.valueOf(e.getMessage());
            return message.substring(message.indexOf("Message: ") + 1)
                    .replaceFirst("^essage: ", "")
                    .replaceAll("\\s*\\R\\s*", " ")
                    .strip();
        }
    }

    /** Reader of {@code <transactiontypes>}. The order in the file is the order of the weights. */
    private static final class TransactionReader {
        private static final Set<String> CHILDREN = Set.of("transactiontype", "groupings");
        private static final Set<String> MEMBERS = Set.of("name", "id", "preExecutionWait", "postExecutionWait");
        private static final List<String> NAMES =
                Stream.of(TransactionType.values()).map(TransactionType::label).toList();

        private TransactionReader() {}

        static List<TransactionSettings> of(XmlElement root) throws CommandException {
            XmlElement types = root.need("transactiontypes").allowing(CHILDREN, Set.of(ConfigVocabulary.BENCH));
            List<TransactionSettings> transactions = new ArrayList<>();
            Set<TransactionType> seen = EnumSet.noneOf(TransactionType.class);
            for (XmlElement element : types.all("transactiontype")) {
                TransactionSettings transaction = one(element.allowing(MEMBERS, ConfigVocabulary.NO_ATTRIBUTES));
                if (!seen.add(transaction.type())) {
                    throw element.wrong("names " + transaction.type().label() + " a second time");
                }
                transactions.add(transaction);
            }
            if (transactions.isEmpty()) {
                throw types.wrong("contains no <transactiontype>");
            }
            checkGroupings(types, transactions.size());
            return transactions;
        }

        private static TransactionSettings one(XmlElement section) throws CommandException {
            section.whole("id", 0); // BenchBase's own bookkeeping; read only to be checked
            return new TransactionSettings(
                    type(section.need("name")), wait(section, "preExecutionWait"), wait(section, "postExecutionWait"));
        }

        private static TransactionType type(XmlElement name) throws CommandException {
            Optional<TransactionType> type = Arrays.stream(TransactionType.values())
                    .filter(known -> known.label().equals(name.text()))
                    .findFirst();
            if (type.isEmpty()) {
                throw name.wrong(
                        "is not a transaction of tpcc: '" + name.text() + "'" + NearestName.hint(name.text(), NAMES));
            }
            return type.get();
        }

        private static Duration wait(XmlElement section, String name) throws CommandException {
            return Duration.ofMillis(section.whole(name, 0).orElse(0));
        }

        /** Checks the groupings, as BenchBase does, which then does not use them either. */
        private static void checkGroupings(XmlElement types, int count) throws CommandException {
            Optional<XmlElement> groupings = types.find("groupings");
            if (groupings.isEmpty()) {
                return;
            }
            groupings.get().allowing(Set.of("grouping"), ConfigVocabulary.NO_ATTRIBUTES);
            for (XmlElement element : groupings.get().all("grouping")) {
                element.allowing(Set.of("name", "weights"), ConfigVocabulary.NO_ATTRIBUTES);
                XmlElement name = element.need("name");
                if (!name.text().matches("[a-z]\\w*") || name.text().equals("all")) {
                    throw name.unfit("a word that starts with a lower-case letter, other than 'all'");
                }
                element.need("weights").weights(count);
            }
        }
    }

    /**
     * Settings of the data and of their load.
     *
     * @param warehouses of the whole database
     * @param loaderThreads empty: as many as there are processors
     * @param ddl script of the user's statements, instead of Squall's
     * @param afterLoad script of statements to run after the load
     */
    public record DataSettings(
            int warehouses, Optional<Integer> loaderThreads, Optional<Path> ddl, Optional<Path> afterLoad) {
        /** Reads the settings. @param folders against which relative paths are resolved; the first that has the file counts */
        static DataSettings of(XmlElement root, List<Path> folders) throws CommandException {
            root.whole("batchsize", 1); // for BenchBase's batches; Squall loads with COPY where the server has it
            return new DataSettings(
                    warehouses(root),
                    root.whole("loaderThreads", 1),
                    root.file("ddlpath", folders),
                    root.file("afterload", folders));
        }

        private static int warehouses(XmlElement root) throws CommandException {
            Optional<XmlElement> factor = root.leaf("scalefactor");
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

    /** Reader of {@code <works>}. */
    private record WorkPhaseReader(int terminals, List<TransactionSettings> transactions) {
        private static final Set<String> MEMBERS =
                Set.of("time", "warmup", "rate", "weights", "active_terminals", "serial");
        private static final String NUMBER = "\\d{1,9}(\\.\\d{1,9})?";

        List<WorkPhase> of(XmlElement root) throws CommandException {
            XmlElement works = root.need("works").allowing(Set.of("work"), ConfigVocabulary.NO_ATTRIBUTES);
            List<WorkPhase> phases = new ArrayList<>();
            for (XmlElement element : works.all("work")) {
                phases.add(one(phases.size() + 1, element.allowing(MEMBERS, Set.of("arrival"))));
            }
            if (phases.isEmpty()) {
                throw works.wrong("contains no <work>");
            }
            return phases;
        }

        private WorkPhase one(int number, XmlElement work) throws CommandException {
            boolean serial = work.flag("serial", false);
            Optional<Duration> length = length(work, serial);
            return new WorkPhase(
                    number,
                    length,
                    warmUp(work, length.isPresent()),
                    rate(work),
                    weights(work.need("weights")),
                    serial ? alone(work) : active(work),
                    serial);
        }

        /** Returns the length of a work; empty if a serial one has none, or 0, which means the same to BenchBase. */
        private static Optional<Duration> length(XmlElement work, boolean serial) throws CommandException {
            int seconds =
                    serial ? work.whole("time", 0).orElse(0) : work.need("time").whole(1);
            return seconds == 0 ? Optional.empty() : Optional.of(Duration.ofSeconds(seconds));
        }

        private static Duration warmUp(XmlElement work, boolean timed) throws CommandException {
            int seconds = work.whole("warmup", 0).orElse(0);
            if (seconds > 0 && !timed) {
                throw work.need("warmup")
                        .wrong("has no meaning without a <time>: each transaction runs once before it is measured");
            }
            return Duration.ofSeconds(seconds);
        }

        private static RequestRate rate(XmlElement work) throws CommandException {
            XmlElement element = work.need("rate");
            boolean poisson = poisson(work);
            return switch (element.text()) {
                case "unlimited" -> new RequestRate.Unlimited();
                case "disabled" -> new RequestRate.Disabled();
                case String text
                when text.matches(NUMBER) && Double.parseDouble(text) > 0 ->
                    new RequestRate.PerSecond(Double.parseDouble(text), poisson);
                default -> throw element.unfit("a number of requests per second above 0, unlimited or disabled");
            };
        }

        private static boolean poisson(XmlElement work) throws CommandException {
            String arrival = work.attributes().getOrDefault("arrival", "regular");
            return switch (arrival.toLowerCase(Locale.ROOT)) {
                case "regular" -> false;
                case "poisson" -> true;
                default -> throw work.wrong("arrival must be regular or poisson, not '" + arrival + "'");
            };
        }

        private Map<TransactionType, Double> weights(XmlElement element) throws CommandException {
            List<BigDecimal> percentages = element.percentages(transactions.size());
            Map<TransactionType, Double> weights = new EnumMap<>(TransactionType.class);
            for (int i = 0; i < percentages.size(); i++) {
                weights.put(transactions.get(i).type(), percentages.get(i).doubleValue());
            }
            return weights;
        }

        /** Returns the one terminal of a serial work. More of them are an error here; BenchBase would silently use one. */
        private static int alone(XmlElement work) throws CommandException {
            if (work.whole("active_terminals", 1).orElse(1) > 1) {
                throw work.need("active_terminals").wrong("must be 1 or omitted: a serial work has one terminal");
            }
            return 1;
        }

        private int active(XmlElement work) throws CommandException {
            int active = work.whole("active_terminals", 1).orElse(terminals);
            if (active > terminals) {
                throw work.need("active_terminals")
                        .wrong("is " + active + ", but there are only " + terminals + " <terminals>");
            }
            return active;
        }
    }
}
