/** Who may connect to an agent, and what others see. */
package dev.vertxmesh.it.security;
