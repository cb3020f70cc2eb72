{{/* The agent's file: what the chart needs to be so, and what the values add. */}}
{{- define "vertx-mesh.gatewayConfig" -}}
{{- $own := dict
  "registry" (include "vertx-mesh.registryUrl" .)
  "port" 20000
  "admin-port" 20002
  "admin-host" "0.0.0.0"
  "event-loops" .Values.gateway.eventLoops
  "linger" .Values.gateway.lingerMillis
  "grace" .Values.gateway.graceMillis -}}
{{- if .Values.gateway.dubboPort -}}
{{- $_ := set $own "dubbo-port" .Values.gateway.dubboPort -}}
{{- end -}}
{{- if .Values.admin.tokenSecret.name -}}
{{- $_ := set $own "admin-token-file" "/etc/vertx-mesh/admin-tokens/tokens" -}}
{{- end -}}
{{- $part := dict "root" . "part" "gateway" -}}
{{- $own = merge $own (include "vertx-mesh.linkSettings" $part | fromYaml) (include "vertx-mesh.adminSettings" $part | fromYaml) -}}
{{- if include "vertx-mesh.callersSecret" . -}}
{{- $_ := set $own "tls-cert" "/etc/vertx-mesh/callers-tls/tls.crt" -}}
{{- $_ := set $own "tls-key" "/etc/vertx-mesh/callers-tls/tls.key" -}}
{{- if ne .Values.tls.callers.clientAuth "none" -}}
{{- $_ := set $own "tls-client-ca" "/etc/vertx-mesh/callers-tls/ca.crt" -}}
{{- $_ := set $own "tls-client-auth" .Values.tls.callers.clientAuth -}}
{{- end -}}
{{- else if ne .Values.tls.callers.clientAuth "none" -}}
{{- fail "tls.callers.clientAuth is for TLS, expected tls.callers.secretName too" -}}
{{- end -}}
{{- range $key, $value := .Values.gateway.config -}}
{{- if hasKey $own $key -}}
{{- fail (printf "gateway.config.%s: the chart sets this itself, from other values" $key) -}}
{{- end -}}
{{- end -}}
{{- toYaml (merge $own .Values.gateway.config) -}}
{{- end -}}
