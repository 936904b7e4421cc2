# syntax=docker/dockerfile:1

# Needs the development dependencies, and refuses plugins that differ from providers.lock.json.
FROM oven/bun:1.4.5 AS generated
WORKDIR /app
COPY package.json bun.lock bunfig.toml providers.lock.json ./
COPY bench/package.json bench/
COPY cli cli
COPY codegen/package.json codegen/
COPY console console
COPY core core
COPY docs docs
COPY packages packages
COPY providers providers
RUN bun install --frozen-lockfile --ignore-scripts
COPY codegen codegen
COPY server server
COPY CHANGELOG.md CODE_OF_CONDUCT.md CONTRIBUTING.md README.md SECURITY.md ./
RUN bun codegen/main.ts --frozen && bun codegen/main.ts bundle && bun console/build.ts \
  && bun node_modules/vitepress/bin/vitepress.js build docs

FROM oven/bun:1.4.5 AS build
WORKDIR /app
COPY package.json bun.lock bunfig.toml ./
COPY bench/package.json bench/
COPY cli cli
COPY codegen/package.json codegen/
COPY console/package.json console/
COPY core core
COPY docs/package.json docs/
COPY packages packages
COPY providers providers
# Codegen and console have done their work. Bun comes with the image. Types aren't used at run time; of the library of /docs only
# what the page loads is, and of the one that judges patterns what is all JavaScript.
RUN bun install --production --frozen-lockfile --ignore-scripts --filter '!@patchbay/codegen' --filter '!@patchbay/console' \
  && rm -rf node_modules/bun node_modules/@oven node_modules/.bin node_modules/@types node_modules/synckit \
  && find node_modules/swagger-ui-dist -type f ! -name swagger-ui.css ! -name 'swagger-ui-bundle.js*' \
    ! -name package.json ! -name LICENSE ! -name NOTICE -delete \
  && find node_modules/swagger-ui-dist -name '*.map' -delete \
  && find node_modules/recheck -type f ! -name browser.js ! -name package.json ! -name LICENSE -delete
COPY server server
COPY --from=generated /app/server/generated server/generated
COPY --from=generated /app/console/dist console/dist
COPY --from=generated /app/docs/site docs/site

FROM oven/bun:1.4.5-slim
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
# How much memory the garbage collector plans with; no limit. It keeps a loaded gateway some 40 MB smaller, at no cost that can be measured.
ENV BUN_JSC_forceRAMSize=300000000
# How it is called here, in what it prints.
ENV PATCHBAY_PROGRAM=patchbay
WORKDIR /app
COPY --from=build /app ./
# The data is for the image's user alone. Made here, as not every builder gives a copied folder the mode of `COPY --chmod`. In the
# second one `--demo` has its store: emptied at each start, so it needs no volume.
RUN ln -s /app/server/commands/main.ts /usr/local/bin/patchbay \
  && mkdir -m 0700 /data /data-demo \
  && chown 1000:1000 /data /data-demo
# The image's user "bun" by number, which Kubernetes needs to see that it isn't root.
USER 1000:1000
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["bun", "-e", "process.exit((await fetch(`http://127.0.0.1:${process.env.PORT || 3000}/health`)).ok ? 0 : 1)"]
# So that arguments of `docker run` reach it, as in `docker run patchbay --demo`.
ENTRYPOINT ["bun", "server/main.ts"]
