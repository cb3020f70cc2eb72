{{/*
TLS of links, of callers' ports and of the admin port. With tls.enabled each has to have a certificate: a secret's, or
one that cert-manager makes. Most take (dict "root" $ "part" "gateway"), or "provider".

  vertx-mesh.issuer         of tls.certManager; empty for none
  vertx-mesh.linkIssuer     of links; empty for none
  vertx-mesh.callersSecret  the secrets' names; empty for plain text
  vertx-mesh.hasTest        whether helm test has a call
  vertx-mesh.linkSecret
  vertx-mesh.adminSecret
  vertx-mesh.linkSettings   the agent's settings
  vertx-mesh.adminSettings
  vertx-mesh.tlsMounts      into volumeMounts, of links and the admin port
  vertx-mesh.tlsVolumes     into volumes
*/}}
{{- define "vertx-mesh.issuer" -}}
{{- $tls := .Values.tls -}}
{{- if $tls.certManager.issuerRef.name -}}
{{- if not $tls.enabled -}}
{{- fail "tls.certManager.issuerRef is for tls.enabled: true" -}}
{{- end -}}
{{- toYaml $tls.certManager.issuerRef -}}
{{- end -}}
{{- end -}}

{{- define "vertx-mesh.linkIssuer" -}}
{{- $links := .Values.tls.links -}}
{{- if $links.certManager.issuerRef.name -}}
{{- if $links.secretName -}}
{{- fail "tls.links: secretName and certManager.issuerRef are both given, expected one" -}}
{{- end -}}
{{- toYaml $links.certManager.issuerRef -}}
{{- else if not $links.secretName -}}
{{- include "vertx-mesh.issuer" . -}}
{{- end -}}
{{- end -}}

{{/* Of the names in certificates of links. */}}
{{- define "vertx-mesh.trustDomain" -}}
{{- .Values.tls.links.certManager.trustDomain -}}
{{- end -}}

{{/* (dict "root" $ "what" "admin" "name" …): fails where tls.enabled and there's no name. */}}
{{- define "vertx-mesh.wantedSecret" -}}
{{- if and .root.Values.tls.enabled (not .name) -}}
{{- fail (printf "tls.enabled is true and the certificate of tls.%s is missing: expected tls.%s.secretName or tls.certManager.issuerRef" .what .what) -}}
{{- end -}}
{{- .name -}}
{{- end -}}

{{- define "vertx-mesh.linkSecret" -}}
{{- $name := .root.Values.tls.links.secretName -}}
{{- if include "vertx-mesh.linkIssuer" .root -}}
{{- $name = printf "%s-links-%s" (include "vertx-mesh.fullname" .root) .part -}}
{{- end -}}
{{- include "vertx-mesh.wantedSecret" (dict "root" .root "what" "links" "name" $name) -}}
{{- end -}}

{{- define "vertx-mesh.callersSecret" -}}
{{- $name := .Values.tls.callers.secretName -}}
{{- if and (not $name) (include "vertx-mesh.issuer" .) -}}
{{- $name = printf "%s-callers" (include "vertx-mesh.fullname" .) -}}
{{- end -}}
{{- include "vertx-mesh.wantedSecret" (dict "root" . "what" "callers" "name" $name) -}}
{{- end -}}

{{/* Whether helm test has a call: it shows no certificate. */}}
{{- define "vertx-mesh.hasTest" -}}
{{- if and .Values.tests.enabled (ne .Values.tls.callers.clientAuth "required") -}}true{{- end -}}
{{- end -}}

{{- define "vertx-mesh.adminSecret" -}}
{{- $name := .root.Values.tls.admin.secretName -}}
{{- if and (not $name) (include "vertx-mesh.issuer" .root) -}}
{{- $name = printf "%s-admin-%s" (include "vertx-mesh.fullname" .root) .part -}}
{{- end -}}
{{- include "vertx-mesh.wantedSecret" (dict "root" .root "what" "admin" "name" $name) -}}
{{- end -}}

{{- define "vertx-mesh.adminSettings" -}}
{{- if include "vertx-mesh.adminSecret" . -}}
admin-tls-cert: /etc/vertx-mesh/admin-tls/tls.crt
admin-tls-key: /etc/vertx-mesh/admin-tls/tls.key
{{- end -}}
{{- end -}}

{{/* Whom scrapers look for in the admin ports' certificates. */}}
{{- define "vertx-mesh.adminServerName" -}}
{{- default (printf "%s-admin" (include "vertx-mesh.fullname" .)) .Values.tls.admin.serverName -}}
{{- end -}}

{{- define "vertx-mesh.linkSettings" -}}
{{- $links := .root.Values.tls.links -}}
{{- $peers := eq .part "gateway" | ternary $links.providers $links.gateways -}}
{{- /* an issuer signs for others, too: of whom it has signed, those that the chart has it make for the other side */ -}}
{{- if and (not $peers) (include "vertx-mesh.linkIssuer" .root) -}}
{{- $other := eq .part "gateway" | ternary "provider" "gateway" -}}
{{- $peers = list (printf "spiffe://%s/ns/*/mesh-%s" (include "vertx-mesh.trustDomain" .root) $other) -}}
{{- end -}}
{{- if include "vertx-mesh.linkSecret" . -}}
link-tls-cert: /etc/vertx-mesh/link-tls/tls.crt
link-tls-key: /etc/vertx-mesh/link-tls/tls.key
link-tls-ca: /etc/vertx-mesh/link-tls/ca.crt
{{- with $peers }}
link-peer-san:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- else if $peers -}}
{{- fail "tls.links: there are names, expected secretName or certManager.issuerRef too" -}}
{{- end -}}
{{- end -}}

{{- define "vertx-mesh.tlsMounts" -}}
{{- if include "vertx-mesh.linkSecret" . }}
- name: link-tls
  mountPath: /etc/vertx-mesh/link-tls
  readOnly: true
{{- end }}
{{- if include "vertx-mesh.adminSecret" . }}
- name: admin-tls
  mountPath: /etc/vertx-mesh/admin-tls
  readOnly: true
{{- end }}
{{- end -}}

{{- define "vertx-mesh.tlsVolumes" -}}
{{- with include "vertx-mesh.linkSecret" . }}
- name: link-tls
  secret:
    secretName: {{ . }}
{{- end }}
{{- with include "vertx-mesh.adminSecret" . }}
- name: admin-tls
  secret:
    secretName: {{ . }}
{{- end }}
{{- end -}}
