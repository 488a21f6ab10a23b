# Runs with a real database: docker run -p 3000:3000 -e DATABASE_URL=postgres://… -e JWT_SECRET=… <image>
# Base images have exact versions; docs/deployment.md says how to pin them by digest.
# Without DATABASE_URL it starts an embedded PostgreSQL; keep its data with a volume on /app/.data.
FROM node:24.21.0-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY studio/package.json studio/
RUN npm ci
COPY build.mjs tsconfig.json tsconfig.build.json ormconfig.ts ./
COPY src src
COPY studio studio
# The commit that the image is built from: docker build --build-arg SOURCE_COMMIT=$(git rev-parse --short=12 HEAD) .
ARG SOURCE_COMMIT=
# Each `dist` is a link to a build.
RUN npm run build && npm prune --omit=dev && cp -rL dist /built && cp -rL studio/dist /built-studio

FROM node:24.21.0-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /built dist
COPY --from=build /built-studio studio/dist
COPY demo demo
RUN mkdir .data && chown node:node .data
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT ?? 3000}/health/live`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "--heap-growing-percent=60", "dist/src/main.js"]
