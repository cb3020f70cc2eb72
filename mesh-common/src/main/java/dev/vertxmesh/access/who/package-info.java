/**
 * Words that rules are made of, whatever they rule: who calls ({@link
 * dev.vertxmesh.access.who.Identity}), whom ({@link dev.vertxmesh.access.who.Who}) and which calls
 * ({@link dev.vertxmesh.access.who.CallPattern}) a rule is about. Knows no rule.
 */
package dev.vertxmesh.access.who;
