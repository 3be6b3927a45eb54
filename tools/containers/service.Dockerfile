# One process of Meadow with its packages:
#   docker build -f tools/containers/service.Dockerfile --build-arg WORKSPACE=services/posts .
FROM node:24.21.0-bookworm-slim AS base
WORKDIR /meadow

# The manifests only, so that changed sources do not invalidate the installation
FROM base AS manifests
COPY . /sources
RUN cd /sources && mkdir /manifests && cp --parents package.json package-lock.json .npmrc */package.json */*/package.json /manifests

FROM base AS dependencies
ARG WORKSPACE
ENV npm_config_cache=/npm
COPY --from=manifests /manifests ./
# npm follows devDependencies from one workspace to the next, even with --omit=dev
RUN npm pkg delete devDependencies --workspaces
RUN --mount=type=cache,target=/npm npm ci --omit=dev --workspace "$WORKSPACE"
COPY packages packages
COPY $WORKSPACE $WORKSPACE
RUN for package in packages/*; do test -e "node_modules/@meadow/${package#packages/}" || rm -r "$package"; done

FROM base
ARG WORKSPACE
ENV NODE_ENV=production WORKSPACE=$WORKSPACE PORT=8080 HEALTH=/health/ready KEYS_FILE=/var/lib/meadow/keys.json
RUN install -d -o node -g node /var/lib/meadow
COPY --from=dependencies /meadow/node_modules node_modules
COPY --from=dependencies /meadow/packages packages
COPY --from=dependencies /meadow/$WORKSPACE $WORKSPACE
USER node
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=2m --start-interval=1s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}${process.env.HEALTH}`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["sh", "-c", "exec node \"$WORKSPACE/src/main.ts\""]
