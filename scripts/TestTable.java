import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * The end of ./mesh-test: what ran and how long it took, what was skipped and why, and of what
 * failed the reason and the last words of the processes that took part.
 *
 * <p>Run as {@code java scripts/TestTable.java LOG MILLIS}, in the project's folder, where the log is what
 * Maven printed. Reports from before those milliseconds since 1970 are of another run.
 */
public final class TestTable {

  private static final int SLOWEST = 20;
  private static final int TAIL_LINES = 40;
  private static final int WIDTH = 300;
  private static final Pattern WALL =
      Pattern.compile("\\[INFO\\] (.+?) \\.{2,} ?(?:SUCCESS|FAILURE) \\[ *(\\S+ \\S+)\\]");

  private record Test(String module, String type, String name, double seconds, String fate, String why) {
    boolean passed() {
      return fate.isEmpty();
    }

    boolean skipped() {
      return fate.equals("skipped");
    }
  }

  private final List<Test> tests = new ArrayList<>();

  public static void main(String[] arguments) throws IOException {
    Path log = Path.of(arguments[0]);
    FileTime begun = FileTime.fromMillis(Long.parseLong(arguments[1]));
    TestTable table = new TestTable();
    for (Path report : reports(begun)) {
      table.read(report);
    }
    table.print(Files.readString(log), begun);
  }

  private static List<Path> reports(FileTime begun) throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("."), 5)) {
      return files
          .filter(file -> file.toString().matches(".*/target/(surefire|failsafe)-reports/TEST-.*\\.xml"))
          .filter(file -> isOf(begun, file))
          .sorted()
          .toList();
    }
  }

  private static boolean isOf(FileTime begun, Path file) {
    try {
      return Files.getLastModifiedTime(file).compareTo(begun) >= 0;
    } catch (IOException e) {
      throw new IllegalStateException("can't look at " + file, e);
    }
  }

  private void read(Path report) throws IOException {
    String module = report.normalize().toString().replaceAll("/target/.*", "");
    String type = report.toString().contains("/failsafe-reports/") ? "integration" : "unit";
    try (InputStream file = Files.newInputStream(report)) {
      XMLStreamReader xml = XMLInputFactory.newFactory().createXMLStreamReader(file);
      while (xml.hasNext()) {
        if (xml.next() == XMLStreamConstants.START_ELEMENT && xml.getLocalName().equals("testcase")) {
          tests.add(test(xml, module, type));
        }
      }
    } catch (XMLStreamException e) {
      throw new IOException(report + " can't be read", e);
    }
  }

  /** From where a test case begins to where it ends. */
  private static Test test(XMLStreamReader xml, String module, String type) throws XMLStreamException {
    String owner = xml.getAttributeValue(null, "classname").replaceAll(".*\\.", "");
    String name = owner + "." + xml.getAttributeValue(null, "name");
    double seconds = Double.parseDouble(xml.getAttributeValue(null, "time").replace(",", ""));
    String fate = "";
    String why = "";
    while (xml.next() != XMLStreamConstants.END_ELEMENT || !xml.getLocalName().equals("testcase")) {
      if (xml.isStartElement() && xml.getLocalName().matches("failure|error|skipped")) {
        fate = xml.getLocalName();
        String message = xml.getAttributeValue(null, "message");
        why = message == null ? xml.getElementText() : message;
      }
    }
    return new Test(module, type, name, seconds, fate, why);
  }

  private void print(String log, FileTime begun) throws IOException {
    System.out.println();
    printModules();
    printWalls(log);
    printSlowest();
    printDearest(begun);
    printSkipped();
    printFailed(begun);
    System.out.printf(
        "%d passed, %d failed, %d skipped%n",
        count(tests, "passed"), count(tests, "failed"), count(tests, "skipped"));
  }

  private static long count(List<Test> some, String what) {
    return some.stream()
        .filter(
            test ->
                switch (what) {
                  case "passed" -> test.passed();
                  case "skipped" -> test.skipped();
                  default -> !test.passed() && !test.skipped();
                })
        .count();
  }

  private void printModules() {
    System.out.printf("%-26s %-12s %6s %6s %7s %9s%n", "what ran", "", "passed", "failed", "skipped", "tests' s");
    Map<String, List<Test>> modules =
        tests.stream().collect(Collectors.groupingBy(test -> test.module() + "\t" + test.type(), TreeMap::new, Collectors.toList()));
    modules.forEach(
        (module, some) -> {
          String[] names = module.split("\t");
          System.out.printf(
              "%-26s %-12s %6d %6d %7d %9.1f%n",
              names[0], names[1], count(some, "passed"), count(some, "failed"), count(some, "skipped"),
              some.stream().mapToDouble(Test::seconds).sum());
        });
    System.out.println();
  }

  /** By Maven's own account, with everything that a module's build does. */
  private static void printWalls(String log) {
    System.out.printf("%-60s %12s%n", "module", "wall time");
    Matcher walls = WALL.matcher(log);
    while (walls.find()) {
      System.out.printf("%-60s %12s%n", walls.group(1), walls.group(2));
    }
    System.out.println();
  }

  private void printSlowest() {
    System.out.println("the slowest");
    tests.stream()
        .sorted(Comparator.comparingDouble(Test::seconds).reversed())
        .limit(SLOWEST)
        .forEach(test -> System.out.printf("%9.1f s  %s%n", test.seconds(), cut(test.name())));
    System.out.println();
  }

  /** Classes by the CPU time of all their processes, which is what a full machine runs out of. */
  private static void printDearest(FileTime begun) throws IOException {
    Path file = Path.of("it-tests/target/cpu-by-class.txt");
    if (!Files.exists(file) || !isOf(begun, file)) {
      return;
    }
    List<String[]> classes = Files.readAllLines(file).stream().map(line -> line.split(" ")).toList();
    System.out.printf(
        "CPU time by class, of %.0f s of integration tests%n",
        classes.stream().mapToDouble(line -> Double.parseDouble(line[0])).sum());
    classes.stream()
        .sorted(Comparator.comparingDouble((String[] line) -> Double.parseDouble(line[0])).reversed())
        .limit(SLOWEST)
        .forEach(line -> System.out.printf("%9s s  %s%n", line[0], line[1]));
    System.out.println();
  }

  private void printSkipped() {
    Map<String, Long> reasons =
        tests.stream()
            .filter(Test::skipped)
            .collect(Collectors.groupingBy(Test::why, TreeMap::new, Collectors.counting()));
    if (!reasons.isEmpty()) {
      System.out.println("skipped");
      reasons.forEach((why, count) -> System.out.printf("%9d    %s%n", count, cut(why)));
      System.out.println();
    }
  }

  private void printFailed(FileTime begun) throws IOException {
    List<Test> failed = tests.stream().filter(test -> !test.passed() && !test.skipped()).toList();
    if (failed.isEmpty()) {
      return;
    }
    for (Path folder : failures(begun)) {
      printLogs(folder);
    }
    System.out.println("failed");
    failed.forEach(test -> System.out.printf("  %s%n      %s%n", cut(test.name()), cut(test.why())));
    System.out.println();
  }

  private static List<Path> failures(FileTime begun) throws IOException {
    Path all = Path.of("it-tests/target/failures");
    if (!Files.isDirectory(all)) {
      return List.of();
    }
    try (Stream<Path> folders = Files.list(all)) {
      return folders.filter(folder -> isOf(begun, folder)).sorted().toList();
    }
  }

  private static void printLogs(Path folder) throws IOException {
    System.out.printf("the processes of %s, whole in %s%n", folder.getFileName(), folder);
    try (Stream<Path> logs = Files.list(folder)) {
      for (Path log : logs.sorted().toList()) {
        System.out.println("  --- " + log.getFileName());
        List<String> lines = Files.readAllLines(log);
        lines.stream()
            .skip(Math.max(0, lines.size() - TAIL_LINES))
            .forEach(line -> System.out.println("  " + cut(line)));
      }
    }
    System.out.println();
  }

  private static String cut(String text) {
    String line = text.strip().lines().findFirst().orElse("");
    return line.length() <= WIDTH ? line : line.substring(0, WIDTH) + "…";
  }
}
