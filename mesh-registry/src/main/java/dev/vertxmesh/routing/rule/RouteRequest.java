package dev.vertxmesh.routing.rule;

/** What rules may ask about a call. Everything but the method may be null. */
public interface RouteRequest {

  /** The attachment that says which tag a call is for. */
  String TAG = "dubbo.tag";

  /** The attachment that says, by {@code true}, that no other will do. */
  String FORCE_TAG = "dubbo.force.tag";

  String method();

  /** About who calls, such as {@code host} and {@code application}. */
  String parameter(String name);

  String attachment(String name);

  /** As text, from 0. */
  String argument(int index);
}
