package dev.vertxmesh.samples.dubbo2;

import com.alibaba.dubbo.rpc.RpcContext;
import dev.vertxmesh.samples.provider.CallContext;
import java.util.Map;

/** The call as Dubbo 2.6 tells it: attachments are strings. */
final class DubboContext implements CallContext {
  @Override
  public Map<String, Object> attachments() {
    return Map.copyOf(RpcContext.getContext().getAttachments());
  }

  @Override
  public boolean attach(String name, Object value) {
    if (value instanceof String text) {
      RpcContext.getServerContext().setAttachment(name, text);
      return true;
    }
    return false;
  }
}
