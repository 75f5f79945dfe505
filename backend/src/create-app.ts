import { NotFoundException } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { SwaggerModule } from '@nestjs/swagger';
import compression from 'compression';
import type { NextFunction, Request, Response } from 'express';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { AppModule } from './app.module';
import { checkIdempotencyKey, queueByIdempotencyKey } from './records/idempotency';
import { buildOpenApi } from './api/document';
import { bodyParser } from './http/body/body-parser';
import { endStalledAnswers } from './http/budgets/stalled-answers';
import { network } from './http/budgets/client-network';
import { queueRequests } from './http/budgets/queued';
import { RequestLimit } from './http/budgets/request-limit';
import { limitDailyBytes } from './http/budgets/daily-bytes';
import { ErrorsFilter, toBody } from './http/errors.filter';
import { skipAfterEnd } from './http/connections';
import { health, lazyMiddleware, rejectUntilPrepared, rejectWritesWhenFull, type DiskState } from './http/health';
import { HttpServer } from './http/http-server';
import { InputPipe } from './http/input.pipe';
import { staticFiles } from './http/static-files';
import { observeResponses, requestId } from './http/observe-responses';
import { logFor } from './platform/logging/log';
import { requestLog } from './platform/logging/request-log';
import type { Env } from './config/env';
import { rejectUnknownHosts } from './config/known-hosts';
import { DatabaseHealth } from './database/database-health';
import { ReplicaInterceptor } from './platform/replicas/replica.interceptor';
import { ReadReplicas } from './platform/replicas/read-replicas';
import { isBearer } from './features/auth/tokens/token-auth';
import { hasSessionCookie, sessions } from './features/auth/sessions/session';
import { notSignedIn } from './features/auth/sessions/session.guard';
import { countRequests } from './platform/metrics/count-requests';
import { Metrics } from './platform/metrics/metrics';
import { metricsPage } from './platform/metrics/metrics-page';
import { rememberRequestId } from './platform/tracing/sql-comments';
import { bodyPaths } from './modules';

/**
 * The app, ready to listen: the same one for `main.ts` and for the tests. `env.DATABASE_URL` must be set, but nobody need
 * answer there yet: until then the API is 503. While `disk` is full, nothing is written but what ends access.
 */
export async function createApp(
  env: Env,
  disk: DiskState = { isFull: false, isUsedUp: false },
): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(AppModule.register(env), new HttpServer(), {
    bodyParser: false,
    abortOnError: false,
    logger: logFor(env),
  });
  app.setGlobalPrefix('api');
  app.set('trust proxy', env.TRUST_PROXY);
  const databaseHealth = app.get(DatabaseHealth);
  const metrics = app.get(Metrics);
  const requestLimit = new RequestLimit(env.MAX_REQUESTS_PER_USER);
  app.use(
    skipAfterEnd,
    requestId,
    observeResponses([
      requestLimit.release,
      countRequests(metrics),
      ...(env.LOG_LEVEL === 'error' ? [] : [requestLog]),
    ]),
  );
  if (env.SQL_COMMENTS === 'on') app.use('/api', rememberRequestId);
  app.use('/api', noStore);
  const isBehindHttps = env.TRUST_PROXY > 0;
  app.useSecurityHeaders({
    contentSecurityPolicy: { useDefaults: true, directives: contentSecurity(isBehindHttps) },
    xFrameOptions: { action: 'deny' },
    strictTransportSecurity: isBehindHttps,
  });
  // A page of another site can send the browser's cookies, but no token.
  app.enableCsrfProtection({ exclude: isBearer });
  app.use(health(databaseHealth), compression(), metricsPage(metrics, env), rejectUnknownHosts(env, isBearer));
  const { files, page } = staticFiles(join(__dirname, '..', '..', 'frontend', 'dist'), hasSessionCookie);
  app.use(files);
  app.set('etag', false);
  const session = lazyMiddleware(() => sessions(app.get(DataSource), env));
  app.use(endStalledAnswers);
  app.use('/api', rejectUntilPrepared(databaseHealth), rejectWritesWhenFull(disk), session);
  app.use('/api', requestLimit.take);
  app.use('/api', limitDailyBytes(app.get(DataSource), env.MAX_MB_PER_USER_AND_DAY));
  app.use(bodyParser(bodyPaths, notSignedIn), checkIdempotencyKey, queueByIdempotencyKey);
  app.useGlobalPipes(new InputPipe());
  app.useGlobalFilters(new ErrorsFilter());
  const replicas = app.get(ReadReplicas);
  if (replicas.any) app.useGlobalInterceptors(new ReplicaInterceptor(replicas));
  serveDocs(app);
  await app.init();
  app.use(page, notFound);
  return app;
}

/**
 * Images of products can come from any site, everything else comes from here. Without a proxy nothing is upgraded to HTTPS.
 * On an HTTPS page the browser upgrades images by itself, so `http:` is not needed there. WebAssembly reads the codes that the
 * camera sees; `wasm-unsafe-eval` allows no `eval`.
 */
function contentSecurity(isBehindHttps: boolean): Record<string, string[] | null> {
  return {
    'default-src': ["'self'"],
    'script-src': ["'self'", "'wasm-unsafe-eval'"],
    'style-src': ["'self'", "'unsafe-inline'"],
    'font-src': ["'self'", 'data:'],
    'img-src': ["'self'", 'data:', 'blob:', 'https:', ...(isBehindHttps ? [] : ['http:'])],
    'connect-src': ["'self'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
    'upgrade-insecure-requests': null,
  };
}

/** Responses of the API must not be cached; images set a header of their own. */
function noStore(_request: Request, response: Response, next: NextFunction): void {
  response.setHeader('Cache-Control', 'no-store');
  next();
}

/** Everything that neither Nest nor the screens know is 404 with the same message. */
function notFound(_request: Request, response: Response): void {
  response.status(404).json(toBody(new NotFoundException('There is nothing at this address'), response));
}

/** The icon and the name of the product in place of Swagger's. No licence has been chosen, so its name leads nowhere. */
const DOCS_CSS = `
  .swagger-ui .topbar { background: #0958d9; }
  .swagger-ui .topbar .link > * { display: none; }
  .swagger-ui .topbar .link::before { content: ''; flex: none; width: 32px; height: 32px; margin-right: 8px; background: url(/favicon.svg); }
  .swagger-ui .topbar .link::after { content: 'Ecom CRM Platform'; white-space: nowrap; }
  .swagger-ui .info__license a { color: inherit !important; pointer-events: none; }`;

function serveDocs(app: NestExpressApplication): void {
  app.use(
    ['/docs-json', '/docs-yaml'],
    queueRequests('documents', ({ ip }) => network(ip ?? '')),
  );
  SwaggerModule.setup('docs', app, () => buildOpenApi(app), {
    jsonDocumentUrl: 'docs-json',
    yamlDocumentUrl: 'docs-yaml',
    customSiteTitle: 'Ecom CRM Platform API',
    customfavIcon: '/favicon.svg',
    customCss: DOCS_CSS,
    swaggerOptions: {
      filter: true,
      tryItOutEnabled: true,
      displayRequestDuration: true,
      deepLinking: true,
      displayOperationId: true,
      defaultModelsExpandDepth: 0,
    },
  });
}
