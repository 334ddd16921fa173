# The image of `vitrine`. docs/installing.md shows how to build and run it.
#
# Tags move. For builds that can be repeated, pass digests:
#   --build-arg BUILD_IMAGE=node:26-slim@sha256:…  --build-arg RUN_IMAGE=gcr.io/distroless/nodejs26-debian13@sha256:…
ARG BUILD_IMAGE=node:26-slim
ARG RUN_IMAGE=gcr.io/distroless/nodejs26-debian13:nonroot

FROM ${BUILD_IMAGE} AS build
WORKDIR /vitrine
COPY package.json package-lock.json ./
COPY packages packages
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund && mkdir /data
# Types and source maps are a quarter of the packages, and Node never reads them.
RUN find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.?ts' \) -delete

# The last stage has Node and no shell. Node runs the TypeScript source, so nothing is compiled.
FROM ${RUN_IMAGE}
COPY package.json LICENSE /vitrine/
COPY --from=build /vitrine/node_modules /vitrine/node_modules
COPY packages /vitrine/packages
COPY demo /vitrine/demo
COPY examples/storefront /vitrine/examples/storefront
# Commands run in /, so the default database, ./data/vitrine.db, is in /data. Only /data is written to, and /tmp in imports.
COPY --from=build --chown=65532:65532 /data /data
VOLUME /data
WORKDIR /
ENV NODE_ENV=production VITRINE_HOST=0.0.0.0 VITRINE_METRICS_HOST=0.0.0.0 VITRINE_METRICS_PORT=9464
EXPOSE 3000 9464
USER 65532:65532
HEALTHCHECK --start-period=10s CMD ["/nodejs/bin/node", "-e", "fetch(`http://127.0.0.1:${process.env.VITRINE_PORT || 3000}/livez`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["/nodejs/bin/node", "/vitrine/packages/vitrine/bin/vitrine.js"]
CMD ["serve"]
