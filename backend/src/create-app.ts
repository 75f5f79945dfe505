import { NotFoundException } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { SwaggerModule } from '@nestjs/swagger';
import compression from 'compression';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { AppModule } from './app.module';
import { checkIdempotencyKey } from './records/idempotency-key';
import { buildOpenApi } from './api/document';
import { bodyParser } from './http/body-parser';
import { ErrorsFilter, toBody } from './http/errors.filter';
import { health, madeLater, untilPrepared, whileThereIsRoom } from './http/health';
import { HttpServer } from './http/http-server';
import { InputPipe } from './http/input.pipe';
import { requestId } from './http/request-id';
import { staticFiles } from './http/static-files';
import { whenAnswered } from './http/when-answered';
import { Log } from './platform/logging/log';
import { requestLog } from './platform/logging/request-log';
import type { Env } from './config/env';
import { Lifeline } from './database/database-health';
import { ReplicaInterceptor } from './platform/replicas/replica.interceptor';
import { ReadReplicas } from './platform/replicas/read-replicas';
import { isBearer } from './features/auth/tokens/token-auth';
import { hasSessionCookie, sessions } from './features/auth/sessions/session';
import { countRequests } from './platform/metrics/count-requests';
import { Metrics } from './platform/metrics/metrics';
import { metricsPage } from './platform/metrics/metrics-page';
import { rememberRequestId } from './platform/tracing/sql-comments';
import { bodyPaths } from './modules';

/**
 * The app, ready to listen: the same one for `main.ts` and for the tests. `env.DATABASE_URL` must be set, but nobody need
 * answer there yet: until then the API is 503. While `disk` is full, nothing is written.
 */
export async function createApp(env: Env, disk = { isFull: false }): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(AppModule.register(env), new HttpServer(), {
    bodyParser: false,
    abortOnError: false,
    logger: new Log({ level: env.LOG_LEVEL, format: env.LOG_FORMAT ?? (process.stdout.isTTY ? 'text' : 'json') }),
  });
  app.setGlobalPrefix('api');
  app.set('trust proxy', env.TRUST_PROXY);
  const lifeline = app.get(Lifeline);
  const metrics = app.get(Metrics);
  app.use(
    requestId,
    whenAnswered([countRequests(metrics), ...(env.LOG_LEVEL === 'error' ? [] : [requestLog])]),
  );
  if (env.SQL_COMMENTS === 'on') app.use('/api', rememberRequestId);
  app.use('/api', notKept);
  const isBehindHttps = env.TRUST_PROXY > 0;
  app.useSecurityHeaders({
    contentSecurityPolicy: { useDefaults: true, directives: contentSecurity(isBehindHttps) },
    xFrameOptions: { action: 'deny' },
    strictTransportSecurity: isBehindHttps,
  });
  // A page of another site can send the browser's cookies, but no token.
  app.enableCsrfProtection({ exclude: isBearer });
  app.use(health(lifeline), compressed(), metricsPage(metrics, env));
  app.use(staticFiles(join(__dirname, '..', '..', 'frontend', 'dist'), hasSessionCookie));
  app.set('etag', false);
  const session = madeLater(() => sessions(app.get(DataSource), env));
  app.use('/api', untilPrepared(lifeline), whileThereIsRoom(disk), session);
  app.use(bodyParser(bodyPaths), checkIdempotencyKey);
  app.useGlobalPipes(new InputPipe());
  app.useGlobalFilters(new ErrorsFilter());
  const standbys = app.get(ReadReplicas);
  // Without any interceptor Nest goes a shorter way.
  if (standbys.any) app.useGlobalInterceptors(new ReplicaInterceptor(standbys));
  serveDocs(app);
  await app.init();
  app.use(nothingHere);
  return app;
}

/**
 * Products may show pictures from anywhere; nothing else comes from elsewhere, and without a proxy nothing is moved to
 * HTTPS. On a page that came by HTTPS the browser does that to pictures by itself, so `http:` is not allowed there.
 */
function contentSecurity(isBehindHttps: boolean): Record<string, string[] | null> {
  return {
    'default-src': ["'self'"],
    'script-src': ["'self'"],
    'style-src': ["'self'", "'unsafe-inline'"],
    'font-src': ["'self'", 'data:'],
    'img-src': ["'self'", 'data:', 'blob:', 'https:', ...(isBehindHttps ? [] : ['http:'])],
    'connect-src': ["'self'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
    'upgrade-insecure-requests': null,
  };
}

/** Answers of the API are for the person who asked, now; images say otherwise for themselves. */
function notKept(_request: Request, response: Response, next: NextFunction): void {
  response.setHeader('Cache-Control', 'no-store');
  next();
}

/** Answers compressed for those who take them so; the rest is spared the looking. */
function compressed(): RequestHandler {
  const compress = compression();
  return (request: Request, response: Response, next: NextFunction) => {
    if (request.headers['accept-encoding']) return compress(request, response, next);
    response.vary('Accept-Encoding');
    next();
  };
}

/** What neither Nest nor the screens know is 404 in the same words, wherever it was asked for. */
function nothingHere(_request: Request, response: Response): void {
  response.status(404).json(toBody(new NotFoundException('There is nothing at this address'), response));
}

function serveDocs(app: NestExpressApplication): void {
  SwaggerModule.setup('docs', app, () => buildOpenApi(app), {
    jsonDocumentUrl: 'docs-json',
    yamlDocumentUrl: 'docs-yaml',
    customSiteTitle: 'Ecom CRM Platform API',
    swaggerOptions: {
      tryItOutEnabled: true,
      displayRequestDuration: true,
      deepLinking: true,
      displayOperationId: true,
      defaultModelsExpandDepth: 0,
    },
  });
}
