package dev.vertxmesh.provider;

import dev.vertxmesh.access.AccessFilter;
import dev.vertxmesh.access.outside.AttachmentFilter;
import dev.vertxmesh.admission.Admission;
import dev.vertxmesh.admission.LoopQueue;
import dev.vertxmesh.backend.Bridge;
import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.filter.CallPath;
import dev.vertxmesh.filter.Filter;
import dev.vertxmesh.launch.plugin.PluginFilters;
import dev.vertxmesh.limits.LimitFilter;
import dev.vertxmesh.telemetry.MeshMeters;
import dev.vertxmesh.telemetry.MeteringFilter;
import io.vertx.core.Future;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/** What calls pass on their way through this agent, on one event loop, from top to bottom. */
final class ProviderPath implements CallPath, LoopQueue.Calls {

  private static final LongSupplier CLOCK = System::nanoTime;

  private final MeteringFilter meter;
  private final CallPath layers;

  /**
   * @param isServed whether the provider serves a service, so that it may name a metric
   * @param access says who may call what
   * @param limits says how much callers may ask for
   * @param attachments says what callers may say beside their arguments
   * @param plugins layers of somebody else's
   */
  ProviderPath(
      MeshMeters meters,
      AccessFilter access,
      LimitFilter limits,
      AttachmentFilter attachments,
      Predicate<ServiceKey> isServed,
      PluginFilters plugins,
      Admission admission,
      Bridge bridge) {
    meter = new MeteringFilter(meters, isServed, meters.refusals("limit"), CLOCK);
    layers =
        CallPath.of(
            Filter.of(meter), // what ends on its link passes it, too
            Filter.of(access, limits, attachments, plugins, admission),
            bridge);
  }

  @Override
  public Future<Reply> call(Call call) {
    return layers.call(call);
  }

  @Override
  public void ended(Call unmade) {
    layers.ended(unmade);
  }

  @Override
  public int inFlight() {
    return meter.inFlight();
  }

  @Override
  public long ended() {
    return meter.ended();
  }
}
