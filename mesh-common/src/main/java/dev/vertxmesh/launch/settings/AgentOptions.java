package dev.vertxmesh.launch.settings;

/**
 * An agent's own options: fields with an {@link Option}, and the common ones as a mixin.
 *
 * <pre>{@code
 * final class ConsumerOptions implements AgentOptions {
 *   @Mixin final CommonOptions common = new CommonOptions(20002);
 *
 *   @Option(names = "--port", paramLabel = "PORT",
 *       converter = OptionConverters.ListenPort.class,
 *       description = "where callers come in; 0 takes any free port")
 *   int port = 20000;
 * }
 * }</pre>
 *
 * <p>A field's first value is its default. An option that is neither text nor a boolean names a
 * converter, such as one of {@link OptionConverters}, so that a bad value is refused in the same
 * words wherever it stands. One that may be repeated is a {@code List} with {@code split = ","}.
 */
public interface AgentOptions {

  CommonOptions common();

  /** What the agent does, for {@code --help}. */
  String purpose();

  /**
   * Looks at what no single option can say.
   *
   * @throws IllegalArgumentException naming the options that don't go together, or lack one
   */
  default void check() {}
}
