package dev.vertxmesh.provider;

import dev.vertxmesh.bridge.dubbo.connection.DubboOptions;
import dev.vertxmesh.launch.settings.OptionConverter;
import dev.vertxmesh.launch.settings.OptionConverter.Expected;
import java.util.List;
import java.util.Locale;

/** Reads a serialization's name as people write it. */
final class SerializationName implements OptionConverter<String> {

  private static final List<String> NAMES =
      List.of(DubboOptions.AUTO, "hessian2", "fastjson", "fastjson-counted", "fastjson2");

  @Override
  public String convert(String value) {
    String name = value.toLowerCase(Locale.ROOT);
    if (!NAMES.contains(name)) {
      throw new Expected("auto, hessian2, fastjson, fastjson-counted or fastjson2");
    }
    return name;
  }
}
