# The builds of all front ends, and the process that serves them:
#   docker build -f tools/containers/frontends.Dockerfile .
FROM node:24.21.0-bookworm-slim AS base
WORKDIR /meadow

# What npm installs from: changed sources alone make nothing be installed again
FROM base AS manifests
COPY . /sources
RUN cd /sources && mkdir /manifests && cp --parents package.json package-lock.json .npmrc */package.json */*/package.json /manifests

FROM base AS builds
ENV npm_config_cache=/npm
COPY --from=manifests /manifests ./
RUN --mount=type=cache,target=/npm npm ci
COPY . .
RUN node tools/build/build-frontends.mjs && mkdir /builds && cp -r --parents frontends/*/dist /builds

FROM base AS dependencies
ENV npm_config_cache=/npm
COPY --from=manifests /manifests ./
# npm follows them from one workspace to the next, whatever it is told to omit
RUN npm pkg delete devDependencies --workspaces
# what is optional here is the PostgreSQL of npm start
RUN --mount=type=cache,target=/npm npm ci --omit=dev --omit=optional --workspace tools/stack
COPY packages packages
COPY tools/stack tools/stack
RUN for package in packages/*; do test -e "node_modules/@meadow/${package#packages/}" || rm -r "$package"; done

FROM base
ENV NODE_ENV=production PORT=8080
COPY --from=dependencies /meadow/node_modules node_modules
COPY --from=dependencies /meadow/packages packages
COPY --from=dependencies /meadow/tools/stack tools/stack
COPY --from=builds /builds ./
USER node
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=1m --start-interval=1s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "tools/stack/src/frontends/main.ts"]
