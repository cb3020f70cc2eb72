/**
 * Windows of HTTP/2 connections that follow bandwidth x delay, at either end of a connection.
 *
 * <p>A connection comes in when it's made, and afterwards what its readers have taken; pings and
 * settings go out. Vert.x's public {@code HttpConnection} is all that it touches. What the bytes
 * mean it doesn't know, nor calls.
 */
package dev.vertxmesh.http2;
