{{/*
TLS between the agents. Each template takes (dict "root" $ "part" "gateway"), or "provider": empty for plain text.

  vertx-mesh.linkSecret    the secret's name
  vertx-mesh.linkSettings  the agent's settings
  vertx-mesh.linkMount     into volumeMounts
  vertx-mesh.linkVolume    into volumes
*/}}
{{- define "vertx-mesh.linkSecret" -}}
{{- $links := .root.Values.tls.links -}}
{{- if $links.certManager.issuerRef.name -}}
{{- if $links.secretName -}}
{{- fail "tls.links: secretName and certManager.issuerRef are both given, expected one" -}}
{{- end -}}
{{- printf "%s-links-%s" (include "vertx-mesh.fullname" .root) .part -}}
{{- else -}}
{{- $links.secretName -}}
{{- end -}}
{{- end -}}

{{- define "vertx-mesh.linkSettings" -}}
{{- $links := .root.Values.tls.links -}}
{{- $peers := eq .part "gateway" | ternary $links.providers $links.gateways -}}
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

{{- define "vertx-mesh.linkMount" -}}
{{- if include "vertx-mesh.linkSecret" . -}}
- name: link-tls
  mountPath: /etc/vertx-mesh/link-tls
  readOnly: true
{{- end -}}
{{- end -}}

{{- define "vertx-mesh.linkVolume" -}}
{{- with include "vertx-mesh.linkSecret" . -}}
- name: link-tls
  secret:
    secretName: {{ . }}
{{- end -}}
{{- end -}}
