package dev.vertxmesh.bridge.dubbo.request;

import com.fasterxml.jackson.core.JsonToken;
import dev.vertxmesh.bridge.dubbo.values.BadArgument;
import dev.vertxmesh.bridge.dubbo.values.Descriptor;
import dev.vertxmesh.bridge.dubbo.values.TypedValues;
import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.Target;
import dev.vertxmesh.json.JsonMistake;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The methods of one name, of which a call without types means one. */
record Overloads(Target target, List<Descriptor> all, TypedValues typed) {

  /**
   * The method that has as many parameters as the call has arguments, and of several the one that
   * can take what these begin with; or where they have names, of those with such parameters the one
   * with the fewest.
   *
   * @throws BadArgument if there's none, or more than one
   */
  Target chosen(Call call) {
    if (call.encoding() == Encoding.TEXT) {
      return target(only(byCount(call.payload().isReadable() ? 1 : 0, 1)));
    }
    JsonArguments.Given given = JsonArguments.given(call.payload());
    return target(only(given.names() == null ? byKinds(given.kinds()) : by(given.names())));
  }

  private List<Descriptor> byKinds(List<JsonToken> kinds) {
    int count = kinds.size();
    List<Descriptor> found = byCount(count, count);
    List<Descriptor> fitting = found.stream().filter(method -> fits(method, kinds)).toList();
    if (found.isEmpty()) {
      throw new BadArgument(
          "%d argument%s given; there are %s".formatted(count, count == 1 ? "" : "s", list(all)));
    } else if (fitting.isEmpty() && found.size() > 1) {
      String given = kinds.stream().map(JsonMistake::kind).collect(Collectors.joining(", "));
      throw new BadArgument(
          "%s doesn't take %s; there are %s".formatted(name(), given, list(found)));
    }
    return fitting.isEmpty() ? found : fitting; // whose only one says what it is that doesn't fit
  }

  private boolean fits(Descriptor method, List<JsonToken> kinds) {
    return IntStream.range(0, kinds.size())
        .allMatch(i -> typed.fits(method.parameters().get(i), kinds.get(i)));
  }

  /**
   * @param orElse the number that is meant where nothing has the first
   */
  private List<Descriptor> byCount(int count, int orElse) {
    List<Descriptor> found =
        all.stream().filter(method -> method.parameters().size() == count).toList();
    return found.isEmpty() && count != orElse ? byCount(orElse, orElse) : found;
  }

  private List<Descriptor> by(Set<String> names) {
    if (all.stream().noneMatch(Descriptor::isNamed)) {
      throw new BadArgument(
          "the agent doesn't know the parameters' names of %s: send the arguments as an array, or %s"
              .formatted(name(), BadArgument.GIVE_API));
    }
    List<Descriptor> taking =
        all.stream()
            .filter(Descriptor::isNamed)
            .filter(method -> names.stream().allMatch(name -> method.indexOf(name) >= 0))
            .toList();
    int fewest = taking.stream().mapToInt(method -> method.parameters().size()).min().orElse(0);
    return taking.stream().filter(method -> method.parameters().size() == fewest).toList();
  }

  private Descriptor only(List<Descriptor> found) {
    if (found.size() == 1) {
      return found.get(0);
    } else if (found.isEmpty()) {
      throw new BadArgument(
          "%s doesn't take these arguments; there are %s".formatted(name(), list(all)));
    }
    String types =
        found.get(0).parameters().stream()
            .map(parameter -> '"' + parameter.javaType() + '"')
            .collect(Collectors.joining(","));
    throw new BadArgument(
        "which %s is meant? There are %s: send the types, as in {\"types\":[%s],\"args\":[…]}"
            .formatted(name(), list(found), types));
  }

  private String name() {
    return target.service().interfaceName() + "." + target.method();
  }

  private String list(List<Descriptor> methods) {
    return methods.stream()
        .map(method -> target.method() + method.asJava())
        .sorted()
        .collect(Collectors.joining(", "));
  }

  private Target target(Descriptor method) {
    return new Target(target.service(), target.method(), method.text());
  }
}
