package dev.vertxmesh.consumer;

import dev.vertxmesh.balance.BalanceMode;
import dev.vertxmesh.call.ServiceKey;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * How the calls of a service are spread, or of all that no other rule is for.
 *
 * @param service null for all
 */
record BalanceRule(ServiceKey service, BalanceMode mode) {

  /** Reads {@code [SERVICE=]HOW}. */
  static final class Converter implements ITypeConverter<BalanceRule> {
    @Override
    public BalanceRule convert(String value) {
      int equals = value.lastIndexOf('=');
      try {
        ServiceKey service = equals < 0 ? null : ServiceKey.parse(value.substring(0, equals));
        return new BalanceRule(service, BalanceMode.parse(value.substring(equals + 1)));
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(
            "[INTERFACE[:VERSION][@GROUP]=]HOW, where HOW is one of " + BalanceMode.names());
      }
    }
  }
}
