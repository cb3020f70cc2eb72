{{/* (dict "root" $ "kind" "HTTPRoute" "values" .Values.gateway.httpRoute): a route of the Gateway API to the gateway. */}}
{{- define "vertx-mesh.route" -}}
{{- $value := printf "%sRoute" (.kind | trimSuffix "Route" | lower) -}}
{{- if not .values.parentRefs -}}
{{- fail (printf "gateway.%s.parentRefs is empty: expected the Gateways that it's for, [{name: …}]" $value) -}}
{{- end -}}
apiVersion: gateway.networking.k8s.io/v1
kind: {{ .kind }}
metadata:
  {{- include "vertx-mesh.metadata" (dict "root" .root "part" "gateway") | nindent 2 }}
  {{- with .values.annotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  parentRefs:
    {{- toYaml .values.parentRefs | nindent 4 }}
  {{- with .values.hostnames }}
  hostnames:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  rules:
    - backendRefs:
        - name: {{ include "vertx-mesh.fullname" .root }}-gateway
          port: {{ .root.Values.gateway.service.port }}
      {{- with .values.matches }}
      matches:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with .values.filters }}
      filters:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with .values.timeouts }}
      timeouts:
        {{- toYaml . | nindent 8 }}
      {{- end }}
{{- end -}}
