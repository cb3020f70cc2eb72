package dev.vertxmesh.yaml;

import java.io.Reader;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.composer.Composer;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.parser.Parser;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.StreamReader;
import org.yaml.snakeyaml.resolver.Resolver;

/** Makes nodes of a text, up to a number: a letter can be one, of a hundred times its weight. */
record BoundedNodes(LoaderOptions options, long most) {

  /**
   * Null if there's nothing in it.
   *
   * @throws YAMLException if it's no YAML, or has more nodes
   */
  Node compose(Reader text) {
    Parser parser = new Counted(new ParserImpl(new StreamReader(text), options));
    return new Composer(parser, new Resolver(), options).getSingleNode();
  }

  private final class Counted implements Parser {

    private final Parser parser;
    private long events;

    Counted(Parser parser) {
      this.parser = parser;
    }

    @Override
    public boolean checkEvent(Event.ID choice) {
      return parser.checkEvent(choice);
    }

    @Override
    public Event peekEvent() {
      return parser.peekEvent();
    }

    @Override
    public Event getEvent() {
      if (++events > most) {
        throw new YAMLException(
            "it has more than %d names, values, lists and mappings, expected at most that; with a"
                    .formatted(most)
                + " larger heap it may have more");
      }
      return parser.getEvent();
    }
  }
}
