# The consumer agent. After mvn package, from the project's folder:
#   docker build -f k8s/consumer.Dockerfile -t vertx-mesh/mesh-consumer .
# Any JRE will do that is OpenJDK 17.0.15 or 21.0.7, or Java 23 and later, and has java on its PATH; no step needs a shell.
ARG BASE_IMAGE=eclipse-temurin:17-jre

# The class-data archive of the libraries' classes and ours, made by the very JVM that will read it.
FROM ${BASE_IMAGE} AS archive
WORKDIR /app
COPY mesh-consumer/target/image/libraries.jar mesh-consumer/target/image/classes.jar k8s/loaded.classes ./
# a start is twice as fast if scripts/class-lists.sh has made this one
COPY mesh-consumer/target/image/loaded.classe[s] ./
RUN ["java", "-Xshare:dump", "-XX:+UseG1GC", "-XX:SharedClassListFile=/app/loaded.classes", \
     "-XX:SharedArchiveFile=/app/agent.jsa", "-Xlog:disable", "-Xlog:all=error:stderr", \
     "-cp", "/app/libraries.jar:/app/classes.jar"]

FROM ${BASE_IMAGE}
WORKDIR /app
# from what changes least to what changes most; the archive insists on the jars' own times, which a layer that
# is kept for its contents wouldn't have: so they come with it
COPY mesh-consumer/target/image/native/ native/
COPY dist/lib/java.options k8s/image.options ./
COPY --from=archive /app/libraries.jar /app/classes.jar /app/agent.jsa ./
ARG VERSION=development
LABEL org.opencontainers.image.title="mesh-consumer" \
      org.opencontainers.image.description="Takes calls over HTTP and sends them to the provider agents." \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="${VERSION}"
USER 10001:10001
# within the container that is nobody else; from elsewhere health and metrics are open
ENV MESH_ADMIN_HOST=0.0.0.0
EXPOSE 20000 20002
STOPSIGNAL SIGTERM
# java is PID 1 and gets the signal. More flags: JDK_JAVA_OPTIONS; those that contradict: _JAVA_OPTIONS
ENTRYPOINT ["java", "@/app/java.options", "@/app/image.options", "dev.vertxmesh.consumer.ConsumerMain"]
