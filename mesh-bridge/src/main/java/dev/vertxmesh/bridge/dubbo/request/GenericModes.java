package dev.vertxmesh.bridge.dubbo.request;

import dev.vertxmesh.bridge.dubbo.values.BadArgument;
import dev.vertxmesh.bridge.dubbo.values.Descriptor;
import dev.vertxmesh.bridge.dubbo.values.FastjsonConversions;
import dev.vertxmesh.bridge.dubbo.values.FloatFields;
import dev.vertxmesh.bridge.dubbo.values.OptionalArguments;
import dev.vertxmesh.bridge.dubbo.values.Parameter;
import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.GenericMode;
import dev.vertxmesh.dubbo.Serialization;
import java.util.Arrays;
import java.util.List;

/** Chooses between the method itself and the modes of a generic call. */
record GenericModes(FloatFields floats, FastjsonConversions fastjson) {

  /**
   * In which a call is made: as it says itself, and else as gets the most through, which is the
   * method itself where its types are known to the last, and a generic call otherwise.
   *
   * @param descriptor null where the types aren't known
   * @param capabilities null if it isn't known yet
   * @param serialization of the request
   * @return null if the capabilities have to be known first
   * @throws BadArgument if the arguments don't go in what the call says
   */
  GenericMode of(
      Call call, Descriptor descriptor, Capabilities capabilities, Serialization serialization) {
    GenericMode wanted = call.options().generic();
    if (call.options().strict()) {
      StrictMode.check(call, descriptor);
      if (capabilities == null) {
        return null;
      }
    }
    if (wanted == GenericMode.NONE && descriptor == null) {
      throw new BadArgument("generic mode none: the call has to say the types of its arguments");
    }
    if (wanted == GenericMode.AUTO && descriptor != null) {
      if (serialization != Serialization.HESSIAN2) {
        checkReach(descriptor, serialization);
      } else if (OptionalArguments.areIn(descriptor)) {
        if (capabilities == null) {
          return null;
        }
        OptionalArguments.check(descriptor, !capabilities.hasRawReturn());
      }
    }
    if (wanted == GenericMode.NONE || isDirect(call, descriptor, serialization)) {
      return direct(call, descriptor, capabilities, serialization);
    } else if (wanted == GenericMode.TRUE) {
      return wanted;
    } else if (wanted != GenericMode.AUTO) {
      return capabilities == null ? null : inDialect(wanted, capabilities);
    } else if (capabilities == null) {
      return null;
    } else if (capabilities == Capabilities.GO && descriptor != null && isOfTheJdk(descriptor)) {
      return GenericMode.NONE;
    }
    return capabilities.hasRawReturn() ? GenericMode.RAW_RETURN : GenericMode.TRUE;
  }

  private void checkReach(Descriptor descriptor, Serialization serialization) {
    for (int i = 0; i < descriptor.parameters().size(); i++) {
      fastjson.check(i, descriptor.parameters().get(i), serialization);
    }
  }

  /** dubbo-go goes by what a value is, and loses a map's keys in a generic call's result. */
  private static boolean isOfTheJdk(Descriptor descriptor) {
    return descriptor.parameters().stream()
        .allMatch(one -> one.isExact() || one.javaType().startsWith("java."));
  }

  /** An older provider would take the arguments as they stand, and call the method with them. */
  private static GenericMode inDialect(GenericMode wanted, Capabilities capabilities) {
    if (capabilities == Capabilities.GO) {
      throw new BadArgument(
          "generic mode %s: dubbo-go hasn't got it, expected none or true".formatted(wanted));
    } else if (wanted != GenericMode.BEAN && !capabilities.hasRawReturn()) {
      throw new BadArgument(
          "generic mode %s: it came with Dubbo 2.7, and the provider is older".formatted(wanted));
    }
    return wanted;
  }

  /** Which a provider that spoils objects doesn't get, and whose release nothing tells. */
  private GenericMode direct(
      Call call, Descriptor descriptor, Capabilities capabilities, Serialization serialization) {
    if (!descriptor.takesFloatFields() || serialization != Serialization.HESSIAN2) {
      return GenericMode.NONE;
    } else if (capabilities == null) {
      return null;
    } else if (!capabilities.maySpoilFloatFields()
        || !floats.areSetIn(Arrays.asList(CallArguments.typed(call, descriptor)))) {
      return GenericMode.NONE;
    } else if (call.options().strict()) {
      throw new BadArgument(
          "strict: an argument sets a field of type float, and the hessian of Dubbo 3.3 overwrites"
              + " what is beside such a field; in the call that goes round it, null resets none");
    } else if (call.options().generic() == GenericMode.NONE) {
      throw new BadArgument(
          "generic mode none: an argument sets a field of type float, and the hessian of Dubbo 3.3"
              + " overwrites what is beside such a field; auto goes round it by raw.return");
    }
    return GenericMode.RAW_RETURN;
  }

  /** Whether the call leaves it open how it's put, and the method itself is best. */
  boolean isDirect(Call call, Descriptor descriptor, Serialization serialization) {
    return call.options().generic() == GenericMode.AUTO
        && descriptor != null
        && canBeDirect(descriptor.parameters(), serialization);
  }

  private boolean canBeDirect(List<Parameter> parameters, Serialization serialization) {
    for (Parameter parameter : parameters) { // of each call, for which a stream is much
      if (!canBeDirect(parameter, serialization)) {
        return false;
      }
    }
    return true;
  }

  /**
   * In hessian2 whatever is known. A provider reads fastjson and fastjson2 to a parameter's class,
   * without what a list or a map is of: there a generic call gets more through.
   */
  private boolean canBeDirect(Parameter parameter, Serialization serialization) {
    if (serialization == Serialization.HESSIAN2 || parameter.reader() == null) {
      return parameter.isExact();
    } else if (serialization == Serialization.FASTJSON) {
      return fastjson.isReached(parameter.type());
    }
    boolean isContainer = parameter.javaType().startsWith("java.util.");
    return serialization == Serialization.FASTJSON2 && !isContainer;
  }
}
