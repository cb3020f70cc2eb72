/**
 * Values in hessian2, Dubbo's serialization number 2.
 *
 * <p>Bytes come in and values go out, and back. Values are read by hessian-lite, held to limits;
 * what is only stepped over is walked here, and made nothing of.
 *
 * <p>This package knows no message, and no other serialization.
 */
package dev.vertxmesh.dubbo.hessian;
