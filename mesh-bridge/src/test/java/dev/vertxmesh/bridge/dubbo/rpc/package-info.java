/** What Dubbo throws. */
package dev.vertxmesh.bridge.dubbo.rpc;
