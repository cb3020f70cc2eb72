# A sample Dubbo provider, for trials and tests. After mvn package, from the project's folder:
#   docker build -f k8s/sample.Dockerfile --build-arg SAMPLE=dubbo-provider -t vertx-mesh/dubbo-provider .
# SAMPLE is dubbo-provider (Dubbo 3.3) or dubbo2 (2.6).
ARG BASE_IMAGE=eclipse-temurin:17-jre
FROM ${BASE_IMAGE}
ARG SAMPLE=dubbo-provider
ARG VERSION=development
LABEL org.opencontainers.image.title="${SAMPLE}" \
      org.opencontainers.image.description="A sample Dubbo provider." \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="${VERSION}"
WORKDIR /app
COPY samples/${SAMPLE}/target/${SAMPLE}.jar sample.jar
USER 10001:10001
EXPOSE 20880
STOPSIGNAL SIGTERM
# by -jar, because the manifest opens the JDK's packages that Dubbo reaches into
ENTRYPOINT ["java", "-XX:+UseSerialGC", "-XX:MinRAMPercentage=50", "-XX:MaxRAMPercentage=50", \
            "-XX:-UsePerfData", "-Duser.home=/tmp", "-jar", "/app/sample.jar"]
