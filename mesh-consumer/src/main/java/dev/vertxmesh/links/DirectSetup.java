package dev.vertxmesh.links;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.backend.BackendObserver;
import dev.vertxmesh.bridge.dubbo.DubboBridge;
import dev.vertxmesh.bridge.dubbo.api.ApiClasses;
import dev.vertxmesh.bridge.dubbo.connection.DubboOptions;
import dev.vertxmesh.bridge.dubbo.exports.ExportsPoller;
import dev.vertxmesh.bridge.dubbo.exports.ExportsQuery;
import io.vertx.core.Context;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.function.LongSupplier;

/**
 * What one event loop's connections straight to providers have in common.
 *
 * @param context the verticle's own
 * @param maxBody the longest request and response, in bytes
 * @param api what is known of the providers'
 * @param attachments of those that Dubbo goes by the ones that callers may set
 * @param loops how many event loops share a provider's limit
 */
public record DirectSetup(
    Context context,
    int maxBody,
    ApiClasses api,
    JsonArray attachments,
    int loops,
    LongSupplier nanoClock) {

  DubboBridge bridge(HostPort address, BackendObserver observer) {
    DubboOptions options =
        DubboOptions.from(
            new JsonObject()
                .put("host", address.host())
                .put("port", address.port())
                .put("maxBody", maxBody)
                .put("allowedAttachments", attachments));
    return DubboBridge.open(context, options, observer, api);
  }

  ExportsPoller exports(HostPort address, ExportsPoller.Listener listener) {
    HostPort qos = new HostPort(address.host(), ExportsQuery.QOS_PORT);
    ExportsQuery asker = new ExportsQuery(context.owner(), address, qos);
    return new ExportsPoller(context, asker, ExportsPoller.INTERVAL_MILLIS, listener);
  }
}
