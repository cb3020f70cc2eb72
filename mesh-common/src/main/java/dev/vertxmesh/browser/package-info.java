/**
 * What web pages may do through the browser of somebody who can reach a port: a request comes in,
 * out goes whether a page that mustn't have has sent it. Programs that aren't browsers don't say
 * where they are from, and pass.
 */
package dev.vertxmesh.browser;
