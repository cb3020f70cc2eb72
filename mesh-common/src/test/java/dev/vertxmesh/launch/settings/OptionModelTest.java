package dev.vertxmesh.launch.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

/** What picocli would make of the annotations by itself is the measure. */
class OptionModelTest {

  @Test
  void isTheModelThatPicocliMakes() {
    CommandSpec ours = OptionModel.of(new SomeOptions(), CommandLine.defaultFactory());
    CommandSpec picocli =
        CommandSpec.forAnnotatedObject(new SomeOptions(), CommandLine.defaultFactory());
    assertThat(told(ours)).hasSizeGreaterThan(20).isEqualTo(told(picocli));
    assertThat(ours.mixins().keySet()).isEqualTo(picocli.mixins().keySet());
    assertThat(new HelpText(ours).text()).isEqualTo(new HelpText(picocli).text());
  }

  private static List<String> told(CommandSpec model) {
    return model.options().stream().map(OptionModelTest::told).toList();
  }

  private static String told(OptionSpec option) {
    return Stream.of(
            option.names(),
            option.type(),
            option.auxiliaryTypes(),
            option.isMultiValue(),
            option.arity(),
            option.splitRegex(),
            option.description(),
            option.paramLabel(),
            Stream.of(option.converters()).map(Object::getClass).toArray(),
            option.usageHelp(),
            option.versionHelp(),
            option.required(),
            option.hidden(),
            option.defaultValue(),
            option.initialValue())
        .map(each -> Arrays.deepToString(new Object[] {each}))
        .collect(Collectors.joining(" "));
  }

  @Test
  void fillsTheFields() {
    SomeOptions options = new SomeOptions();
    CommandLine command = new CommandLine(OptionModel.of(options, CommandLine.defaultFactory()));
    command.parseArgs("--count", "7", "--names=a,b", "--names", "c", "--sure", "--grace", "5");
    assertThat(options.count).isEqualTo(7);
    assertThat(options.names).containsExactly("a", "b", "c");
    assertThat(options.pair).isEmpty();
    assertThat(options.sure).isTrue();
    assertThat(options.common.graceMillis()).isEqualTo(5);
  }

  @Command(description = "Does this and that.")
  static final class SomeOptions implements AgentOptions {

    @Mixin final CommonOptions common = new CommonOptions(1);

    @Option(
        names = "--count",
        paramLabel = "N",
        converter = OptionConverters.PositiveInt.class,
        description = "how many")
    int count = 3;

    @Option(names = "--names", paramLabel = "NAME", split = ",", description = "who")
    List<String> names = List.of();

    @Option(names = "--pair", arity = "2", description = "two of them")
    List<String> pair = List.of();

    @Option(names = "--sure", description = "whether")
    boolean sure;

    @Override
    public CommonOptions common() {
      return common;
    }
  }
}
