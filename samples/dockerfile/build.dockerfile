# Toolchain image used for continuous builds.
FROM registry.example.com:5000/base/alpine:3.19@sha256:b2f5723da1d8da610b37d4aab2805f5796356c2af41011172d7f70459b420d98 AS base

ARG TARGETARCH
ARG UID=1000
ARG GID=1000
ARG EMPTY=

# Packages first, they change least.
RUN apk add --no-cache \
        bash \
        curl \
        git \
        make
RUN ["/bin/bash", "-c", "echo exec form && true"]

env LANG=C.UTF-8
env LC_ALL=$LANG HOME="/home/build user" MOTTO=high\ water

FROM base AS tools
WORKDIR /tools
ADD https://example.com/tool.tar.gz /opt/tool.tar.gz
ADD local.tar.xz /opt/
RUN case "${TARGETARCH}" in \
      amd64) arch=x86_64 ;; \
      arm64) arch=aarch64 ;; \
      *) echo "unknown: ${TARGETARCH}" >&2; exit 1 ;; \
    esac \
    && curl -fsSL "https://example.com/${arch}/tool" -o /usr/local/bin/tool \
    && chmod +x /usr/local/bin/tool
RUN --mount=type=secret,id=token,required=true \
    --mount=type=bind,source=scripts,target=/scripts,readonly \
    TOKEN="$(cat /run/secrets/token)" /scripts/login.sh

FROM scratch AS export
COPY --from=tools /usr/local/bin/tool /tool

FROM base
LABEL "com.example.role"="builder"
LABEL description="Text over \
two lines"
COPY --link --from=tools /usr/local/bin/ /usr/local/bin/
COPY --chown=${UID}:${GID} *.toml src?/ lib/[a-c]* /home/build/
COPY <<FIRST <<SECOND /etc/profile.d/
export EDITOR=vi
FIRST
alias ll='ls -l'
SECOND
RUN <<"EOF" bash
set -euo pipefail
total=0
for n in 1 2 3; do
  total=$((total + n))
done
echo "total: $total"
EOF

WORKDIR /home/build/${TARGETARCH:-amd64}
USER ${UID}:${GID}
EXPOSE 3000-3010 ${PORT:-9000}/tcp
VOLUME /home/build/.cache /home/build/.config
STOPSIGNAL 9
HEALTHCHECK NONE
ENTRYPOINT exec tool serve --dir "$HOME"
CMD echo 'ready' | tee /run/ready && sleep infinity
