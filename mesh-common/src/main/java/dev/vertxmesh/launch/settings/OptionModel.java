package dev.vertxmesh.launch.settings;

import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.IFactory;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.InitializationException;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.IGetter;
import picocli.CommandLine.Model.ISetter;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

/**
 * Picocli's model of an agent's options, made of the annotations that {@link AgentOptions} shows,
 * and of no others. Picocli would look at each field and each method for all that it knows: half of
 * what settings cost a start.
 */
final class OptionModel {

  private final IFactory factory;

  private OptionModel(IFactory factory) {
    this.factory = factory;
  }

  /**
   * @param factory makes converters
   */
  static CommandSpec of(Object options, IFactory factory) {
    return new OptionModel(factory).model(options);
  }

  private CommandSpec model(Object options) {
    CommandSpec model = CommandSpec.wrapWithoutInspection(options, factory);
    Command command = options.getClass().getAnnotation(Command.class);
    if (command != null) {
      model.usageMessage().description(command.description());
    }
    for (Field field : options.getClass().getDeclaredFields()) {
      Option option = field.getAnnotation(Option.class);
      if (option != null) {
        model.addOption(option(option, new Value(field, options)));
      } else if (field.isAnnotationPresent(Mixin.class)) {
        model.addMixin(field.getName(), model(new Value(field, options).get()));
      }
    }
    return model;
  }

  private OptionSpec option(Option option, Value value) {
    String label = option.paramLabel();
    if (label.isEmpty()) {
      label = "<" + value.field.getName() + ">";
    }
    OptionSpec.Builder model =
        OptionSpec.builder(option.names())
            .description(option.description())
            .paramLabel(label)
            .splitRegex(option.split())
            .usageHelp(option.usageHelp())
            .versionHelp(option.versionHelp())
            .converters(
                Arrays.stream(option.converter())
                    .map(this::converter)
                    .toArray(ITypeConverter[]::new))
            .type(value.field.getType())
            .auxiliaryTypes(value.elements())
            .initialValue(value.get())
            .getter(value)
            .setter(value);
    return (option.arity().isEmpty() ? model : model.arity(option.arity())).build();
  }

  private ITypeConverter<?> converter(Class<? extends ITypeConverter<?>> type) {
    try {
      return factory.create(type);
    } catch (Exception e) {
      throw new InitializationException("no " + type.getName(), e);
    }
  }

  /** What a field of the options holds. */
  private static final class Value implements IGetter, ISetter {
    private final Field field;
    private final Object options;

    Value(Field field, Object options) {
      this.field = field;
      this.options = options;
      field.setAccessible(true);
    }

    /** Of a list that of its elements, as picocli has it. */
    Class<?>[] elements() {
      return field.getGenericType() instanceof ParameterizedType list
          ? Stream.of(list.getActualTypeArguments()).map(Value::raw).toArray(Class<?>[]::new)
          : new Class<?>[] {field.getType()};
    }

    private static Class<?> raw(Type type) {
      return (Class<?>) (type instanceof ParameterizedType generic ? generic.getRawType() : type);
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> T get() {
      try {
        return (T) field.get(options);
      } catch (IllegalAccessException e) {
        throw new InitializationException("can't read " + field, e);
      }
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> T set(T value) {
      try {
        T before = (T) field.get(options);
        field.set(options, value);
        return before;
      } catch (IllegalAccessException e) {
        throw new InitializationException("can't set " + field, e);
      }
    }
  }
}
