{{/*
The provider agent for a pod with a provider, here or in a chart that has this one as a dependency. Each
template takes (dict "root" CONTEXT "provider" OVERRIDES): the context of this chart, which elsewhere is
(index .Subcharts "vertx-mesh"), and what is to differ from its values of provider, or {}.

  vertx-mesh.provider.labels      labels of the pod, by which network policies and monitors know it
  vertx-mesh.provider.initContainers   into initContainers: the agent, if it's a native sidecar
  vertx-mesh.provider.containers  into containers: the agent, if it isn't
  vertx-mesh.provider.lifecycle   the lifecycle of the provider's own container: waits for the agent
  vertx-mesh.provider.terminationGracePeriodSeconds   the pod's, as the hooks go by it
  vertx-mesh.provider.volumes     into volumes
  vertx-mesh.provider.networkPolicy  an object of its own, for which the dict also has "name", and "selector",
                                  labels of the provider's pods
*/}}
{{- define "vertx-mesh.provider.values" -}}
{{- toYaml (mergeOverwrite (deepCopy .root.Values.provider) (deepCopy (default dict .provider))) -}}
{{- end -}}

{{- define "vertx-mesh.provider.labels" -}}
vertx-mesh.dev/part: provider
{{- end -}}

{{- define "vertx-mesh.provider.initContainers" -}}
{{- $values := include "vertx-mesh.provider.values" . | fromYaml -}}
{{- if $values.nativeSidecar -}}
{{- if semverCompare "<1.29.0-0" .root.Capabilities.KubeVersion.Version -}}
{{- fail (printf "provider.nativeSidecar needs Kubernetes 1.29 or later, this is %s" .root.Capabilities.KubeVersion.Version) -}}
{{- end -}}
{{ include "vertx-mesh.provider.container" . }}
  restartPolicy: Always
{{- end -}}
{{- end -}}

{{- define "vertx-mesh.provider.containers" -}}
{{- $values := include "vertx-mesh.provider.values" . | fromYaml -}}
{{- if not $values.nativeSidecar -}}
{{ include "vertx-mesh.provider.container" . }}
{{- end -}}
{{- end -}}

{{- define "vertx-mesh.provider.container" -}}
{{- $values := include "vertx-mesh.provider.values" . | fromYaml -}}
{{- $links := dict "root" .root "part" "provider" -}}
- name: mesh-provider
  {{- include "vertx-mesh.image" (dict "root" .root "name" "provider") | nindent 2 }}
  args:
    - --registry={{ include "vertx-mesh.registryUrl" .root }}
    {{- if not (or (hasKey $values.config "grpc") (hasKey $values.config "verticle")) }}
    - --dubbo={{ $values.dubbo }}
    {{- end }}
    - --port={{ $values.port }}
    - --admin-port={{ $values.adminPort }}
    - --admin-host=0.0.0.0
    {{- if not (hasKey $values.config "admin-open") }}
    - --admin-open=/health,/metrics,/pre-stop
    {{- end }}
    {{- if .root.Values.admin.tokenSecret.name }}
    - --admin-token-file=/etc/vertx-mesh/admin-tokens/tokens
    {{- end }}
    - --weight={{ $values.weight }}
    - --grace={{ int64 $values.graceMillis }}
    - --event-loops={{ $values.eventLoops }}
    {{- range $values.services }}
    - --service={{ . }}
    {{- end }}
    {{- range $flag, $value := merge (dict) (include "vertx-mesh.linkSettings" $links | fromYaml) (include "vertx-mesh.adminSettings" $links | fromYaml) $values.config }}
    {{- if kindIs "slice" $value }}
    {{- range $value }}
    - {{ printf "--%s=%s" $flag (toString .) | quote }}
    {{- end }}
    {{- else }}
    - {{ printf "--%s=%s" $flag (kindIs "float64" $value | ternary (toJson $value) (toString $value)) | quote }}
    {{- end }}
    {{- end }}
  env:
    - name: MESH_HOST
      valueFrom:
        fieldRef:
          fieldPath: status.podIP
    {{- with include "vertx-mesh.javaOptions" $values }}
    - name: JDK_JAVA_OPTIONS
      value: {{ . | quote }}
    {{- end }}
    {{- with $values.extraEnv }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  ports:
    - name: link
      containerPort: {{ $values.port }}
    - name: admin
      containerPort: {{ $values.adminPort }}
  {{- include "vertx-mesh.probes" $links | nindent 2 }}
  {{- include "vertx-mesh.provider.lifecycle" . | nindent 2 }}
  resources:
    {{- toYaml $values.resources | nindent 4 }}
  {{- include "vertx-mesh.containerSecurity" . | nindent 2 }}
  {{- $mounts := include "vertx-mesh.registryMounts" .root }}
  {{- $tlsMounts := include "vertx-mesh.tlsMounts" $links }}
  {{- if or $mounts $tlsMounts $values.extraVolumeMounts }}
  volumeMounts:
    {{- with $mounts }}
    {{- trim . | nindent 4 }}
    {{- end }}
    {{- with $tlsMounts }}
    {{- trim . | nindent 4 }}
    {{- end }}
    {{- with $values.extraVolumeMounts }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  {{- end }}
{{- end -}}

{{/*
What the pod's terminationGracePeriodSeconds is, or is to be: the agent drains, then the provider deregisters and
drains in its own way.
*/}}
{{- define "vertx-mesh.provider.terminationGracePeriodSeconds" -}}
{{- $values := include "vertx-mesh.provider.values" . | fromYaml -}}
{{- int64 (default (add 20 (div $values.graceMillis 1000)) $values.terminationGracePeriodSeconds) -}}
{{- end -}}

{{/*
Both containers' hook: the agent leaves the registry, tells its links that it goes away, finishes the calls it has, and
answers; only then is either container told to stop. The provider's image needs nothing for it. By the time after which
the agent comes back Kubernetes has ended the pod: if the agent is still there, the provider has been restarted alone,
as after a liveness probe of its own.
*/}}
{{- define "vertx-mesh.provider.lifecycle" -}}
{{- $values := include "vertx-mesh.provider.values" . | fromYaml -}}
lifecycle:
  preStop:
    httpGet:
      path: /pre-stop
      port: {{ $values.adminPort }}
      {{- if include "vertx-mesh.adminSecret" (dict "root" .root "part" "provider") }}
      scheme: HTTPS
      {{- end }}
      httpHeaders:
        - name: x-mesh-hook
          value: pre-stop
        - name: x-mesh-back-after
          value: {{ add 5 (include "vertx-mesh.provider.terminationGracePeriodSeconds" .) | quote }}
{{- end -}}

{{- define "vertx-mesh.provider.volumes" -}}
{{- include "vertx-mesh.registryVolumes" .root -}}
{{- with include "vertx-mesh.tlsVolumes" (dict "root" .root "part" "provider") | trim }}
{{ . }}
{{- end -}}
{{- end -}}
