package dev.vertxmesh.samples.dubbo27;

import dev.vertxmesh.samples.provider.CallContext;
import java.util.Map;
import org.apache.dubbo.rpc.RpcContext;

/** The call as Dubbo 2.7 tells it. */
final class DubboContext implements CallContext {
  @Override
  public Map<String, Object> attachments() {
    return RpcContext.getContext().getObjectAttachments();
  }

  @Override
  public boolean attach(String name, Object value) {
    RpcContext.getServerContext().setObjectAttachment(name, value);
    return true;
  }
}
