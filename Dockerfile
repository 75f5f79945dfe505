# syntax=docker/dockerfile:1

# Builds backend and frontend, then keeps only what the running app needs.
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY backend/package.json backend/
COPY frontend/package.json frontend/
COPY openapi/package.json openapi/
COPY openapi/sdk/package.json openapi/sdk/
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN NX_DAEMON=false npx nx run-many -t build \
 && npm prune --omit=dev --ignore-scripts --no-audit --no-fund

FROM node:24-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
COPY --from=build /app/package.json /app/package-lock.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/backend/package.json backend/
COPY --from=build /app/backend/dist backend/dist
COPY --from=build /app/frontend/dist frontend/dist
# For npm run backup, restore, search:rebuild, links, purge, trends:rebuild, upgrade:dry-run and users.
COPY --from=build /app/tools/commands tools/commands
COPY --from=build /app/tools/lib tools/lib
# .data is only used without DATABASE_URL: the embedded PostgreSQL keeps its data there.
RUN install -d -o node -g node .data backups
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "backend/dist/main.js"]
