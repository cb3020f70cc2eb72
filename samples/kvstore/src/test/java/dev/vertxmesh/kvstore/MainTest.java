package dev.vertxmesh.kvstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class MainTest {

  private static StoreFlags flags(String... arguments) {
    StoreFlags flags = new StoreFlags();
    CommandLine.Model.CommandSpec spec = CommandLine.Model.CommandSpec.create();
    spec.addMixin("store", CommandLine.Model.CommandSpec.forAnnotatedObject(flags));
    new CommandLine(spec).parseArgs(arguments);
    return flags;
  }

  private static String refusal(String... arguments) {
    StringWriter printed = new StringWriter();
    int exit = Main.line().setErr(new PrintWriter(printed)).execute(arguments);
    assertThat(exit).isEqualTo(2);
    return printed.toString();
  }

  @Test
  void changes_are_on_the_disk_unless_that_is_not_wanted() {
    assertThat(flags().config().getBoolean("sync")).isTrue();
    assertThat(flags("--sync").config().getBoolean("sync")).isTrue();
    assertThat(flags("--no-sync").config().getBoolean("sync")).isFalse();
  }

  @Test
  void a_child_is_started_as_this_one_would_be() {
    StoreFlags flags =
        flags("--read-delay", "1", "--file", "/tmp/f", "--no-sync", "--max-bytes", "5000");

    assertThat(flags(flags.arguments().toArray(String[]::new)).config()).isEqualTo(flags.config());
    assertThat(flags.config().getString("file")).isEqualTo(Path.of("/tmp/f").toString());
  }

  @Test
  void what_is_bad_is_refused() {
    assertThat(refusal("--colour")).contains("--colour");
    assertThat(refusal("--mode", "fast")).contains("mode: is fast, expected concurrent or locked");
    assertThat(refusal("run", "--in-flight", "0"))
        .contains("--in-flight: is 0, expected 1 to 1000000");
    assertThat(refusal("run", "--target", "nowhere"))
        .contains("--target: is nowhere, expected HOST:PORT");
    assertThat(refusal("run", "--target", "h:1", "--server", "locked"))
        .contains("--target: is a store that runs already");
  }
}
