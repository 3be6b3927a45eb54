# MinIO, built from its source: its images are no longer published.
FROM golang:1.26-bookworm AS build
ARG VERSION=v0.0.0-20260212201848-7aac2a2c5b7c
ENV GOCACHE=/go/build
RUN --mount=type=cache,target=/go/pkg/mod --mount=type=cache,target=/go/build \
  CGO_ENABLED=0 go install -trimpath -ldflags '-s -w' "github.com/minio/minio@$VERSION"

FROM alpine:3.22
RUN adduser -D -u 1000 minio && install -d -o minio -g minio /data
COPY --from=build /go/bin/minio /usr/bin/minio
USER minio
VOLUME /data
CMD ["minio", "server", "--quiet", "--address", ":7070", "/data"]
