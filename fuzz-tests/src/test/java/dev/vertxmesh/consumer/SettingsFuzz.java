package dev.vertxmesh.consumer;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.vertxmesh.discovery.Registries;
import dev.vertxmesh.discovery.Tag;
import dev.vertxmesh.fuzz.Price;
import dev.vertxmesh.fuzz.Same;
import dev.vertxmesh.launch.settings.OptionConverter;
import dev.vertxmesh.launch.settings.OptionConverter.Expected;
import dev.vertxmesh.launch.settings.OptionConverters;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * What settings may be set to: taken, or refused with a reason. Registries' URLs, services, rules
 * of balancing, tags, numbers.
 */
class SettingsFuzz {

  /** Some twenty readers, of which each says what it expected. */
  private static final Price PRICE = new Price(2048);

  private static final List<OptionConverter<?>> CONVERTERS =
      List.of(
          new OptionConverters.ListenPort(),
          new OptionConverters.Percent(),
          new OptionConverters.MessageBytes(),
          new OptionConverters.WindowBytes(),
          new OptionConverters.Weight(),
          new OptionConverters.TagText(),
          new OptionConverters.Millis(),
          new OptionConverters.Host(),
          new OptionConverters.Origin(),
          new OptionConverters.Address(),
          new OptionConverters.Service(),
          new OptionConverters.Existing(),
          new OptionConverters.TransportName(),
          new OptionConverters.LogLevel(),
          new BalanceRule.Converter());

  @FuzzTest
  void values(byte[] input) {
    String text = new String(input, StandardCharsets.UTF_8);
    PRICE.hold(input.length, () -> readAll(text));
  }

  private static void readAll(String text) {
    for (OptionConverter<?> converter : CONVERTERS) {
      try {
        Object value = converter.convert(text);
        if (value instanceof Tag tag) {
          Same.expect(tag, Tag.parse(tag.name() + "=" + tag.value()));
        }
      } catch (Expected e) {
        expectReason(e);
      } catch (Exception e) {
        throw new AssertionError(converter.getClass() + " can't say what it expected", e);
      }
    }
    try {
      Registries.parse(text, Registries.own());
    } catch (IllegalArgumentException e) {
      expectReason(e);
    }
  }

  private static void expectReason(Exception e) {
    if (e.getMessage() == null || e.getMessage().isBlank()) {
      throw new AssertionError("it's refused without a reason", e);
    }
  }
}
