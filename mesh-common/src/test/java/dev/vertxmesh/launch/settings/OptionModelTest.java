package dev.vertxmesh.launch.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vertxmesh.launch.settings.Option.Mixin;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OptionModelTest {

  /** A count that goes with no other options. */
  private static final int LONELY = 13;

  private final SomeOptions options = new SomeOptions();
  private final CommandReader reader = new CommandReader("mesh-some", options);

  private void read(String... args) {
    reader.read(List.of(args), Map.of());
  }

  @Test
  void helpTellsTheAgentsOwnFirstThenItsMixinsAndThenWhatBothHave() {
    assertThat(reader.help())
        .startsWith("Usage: mesh-some [OPTION…]\n\nDoes this and that.\n\nThis agent:\n")
        .containsSubsequence(
            "  --count N                 how many (default 3, MESH_COUNT)\n",
            "  --names NAME              who; may be repeated (default x, y, MESH_NAMES)\n",
            "  --pair VALUE              two of them; may be repeated (MESH_PAIR)\n",
            "  --sure                    whether (MESH_SURE)\n",
            "  --mixed VALUE             what is mixed in (MESH_MIXED)\n",
            "\nBoth agents:\n",
            "  --registry URL",
            "  --admin-port PORT",
            "  --grace MS",
            "  -h, --help                print this and leave\n");
  }

  @Test
  void fillsTheFields() {
    read("--count", "7", "--names=a,b", "--names", "c", "--sure", "--grace", "5", "--mixed=m=n");
    assertThat(options.count).isEqualTo(7);
    assertThat(options.names).containsExactly("a", "b", "c");
    assertThat(options.pair).isEmpty();
    assertThat(options.sure).isTrue();
    assertThat(options.mixed.mixed).isEqualTo("m=n");
    assertThat(options.common.graceMillis()).isEqualTo(5);
  }

  @Test
  void whatAnEarlierReadingSetIsForgotten() {
    read("--count=7", "--names=a", "--sure");
    read("--pair", "a", "b", "--sure=false");
    assertThat(options.count).isEqualTo(3);
    assertThat(options.names).containsExactly("x", "y");
    assertThat(options.pair).containsExactly("a", "b");
    assertThat(options.sure).isFalse();
  }

  @Test
  void valuesMayBeginWithADash() {
    read("--mixed", "-x", "--names", "-a,--b");
    assertThat(options.mixed.mixed).isEqualTo("-x");
    assertThat(options.names).containsExactly("-a", "--b");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--count --sure|--count (flag): is missing, or has no value; expected N",
        "--count --mixed=1|--count (flag): is missing, or has no value; expected N",
        "--pair a|--pair (flag): is missing, or has no value; expected VALUE",
        "--sure false|an argument after --sure (flag): is no option, and no value of one; see --help",
        "--sure=yes|--sure (flag): given 'yes', expected true or false",
        "--names=a,,b|--names (flag): given '', expected a value",
        "--count=|--count (flag): given '', expected a value",
        "--sure --sure|--sure (flag): given twice",
        "-x|the first argument (flag): is no option, and no value of one; see --help",
        "-cuont|the first argument (flag): is no option, and no value of one; did you mean --count?",
        "count=1|the first argument (flag): is no option, and no value of one; did you mean --count?",
        "--|-- (flag): there is no such option; see --help",
        "--=|-- (flag): there is no such option; see --help",
        "@file|the first argument (flag): is no option, and no value of one; see --help",
        "=|the first argument (flag): is no option, and no value of one; see --help"
      })
  void refusesWhatNoOptionTakes(String args, String message) {
    assertThatThrownBy(() -> read(args.split(" ")))
        .isInstanceOf(UsageError.class)
        .hasMessage(message);
    assertThat(options.count).isEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--registy=nacos://h:8848?password=s3cret|--registy (flag): there is no such option; did you"
            + " mean --registry?",
        "--registry:nacos://u:s3cret@h|--registry (flag): there is no such option; did you mean"
            + " --registry?",
        "--registy nacos://h?password=s3cret|--registy (flag): there is no such option; did you mean"
            + " --registry?",
        "nacos://h?password=s3cret|the first argument (flag): is no option, and no value of one; see"
            + " --help",
        "--sure --count=4 nacos://u:s3cret@h|an argument after --count (flag): is no option, and no"
            + " value of one; see --help",
        "--mixed=a s3cret|an argument after --mixed (flag): is no option, and no value of one; see"
            + " --help",
      })
  void saysNothingOfWhatMayBeASecret(String args, String message) {
    assertThatThrownBy(() -> read(args.split(" "))).hasMessage(message);
  }

  @Test
  void whatLacksAnotherOptionIsRefusedUnlessOnlyAccessRulesAreAskedFor() {
    assertThatThrownBy(() -> read("--count=" + LONELY)).hasMessageContaining("lacks another");
    read("--count=" + LONELY, "--explain-access", "anonymous", "S#m");
    assertThat(options.common.explainAccess()).containsExactly("anonymous", "S#m");
  }

  /** It may be a file, which takes time and may be another the next time. */
  @Test
  void aValueIsReadOnce() {
    Numbered.read = 0;
    read("--numbered=a");
    assertThat(options.numbered).isEqualTo("a1");
    reader.read(List.of(), Map.of("MESH_NUMBERED", "b"));
    assertThat(options.numbered).isEqualTo("b2");
  }

  static final class Numbered implements OptionConverter<String> {

    private static int read;

    @Override
    public String convert(String value) {
      return value + ++read;
    }
  }

  static final class MixedIn {

    @Option(names = "--mixed", description = "what is mixed in")
    String mixed;
  }

  static final class SomeOptions implements AgentOptions {

    @Mixin final CommonOptions common = new CommonOptions(1);

    @Mixin final MixedIn mixed = new MixedIn();

    @Option(
        names = "--count",
        paramLabel = "N",
        converter = OptionConverters.PositiveInt.class,
        description = "how many")
    int count = 3;

    @Option(names = "--names", paramLabel = "NAME", split = ",", description = "who")
    List<String> names = List.of("x", "y");

    @Option(names = "--pair", takes = 2, description = "two of them")
    List<String> pair = List.of();

    @Option(names = "--sure", description = "whether")
    boolean sure;

    @Option(names = "--numbered", converter = Numbered.class, description = "how often read")
    String numbered;

    @Override
    public CommonOptions common() {
      return common;
    }

    @Override
    public String purpose() {
      return "Does this and that.";
    }

    @Override
    public void check() {
      if (count == LONELY) {
        throw new IllegalArgumentException("--count lacks another");
      }
    }
  }
}
