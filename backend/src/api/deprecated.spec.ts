import { BadRequestException, Controller, Get, Module, Res, type INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Response } from 'express';
import { buildOpenApi } from './document';
import { Operation } from './operation';

const options = { summary: 'Read', description: 'Reads.', status: 200, answerDescription: 'Read.' } as const;
const deprecated = { since: '2026-11-21', sunset: '2027-11-21', link: '/docs' };

@Controller()
class OldController {
  @Get('old')
  @Operation({ ...options, id: 'readOld', deprecated })
  readOld(@Res({ passthrough: true }) response: Response): void {
    response.append('Link', '</old?cursor=2>; rel="next"');
  }

  @Get('old-and-wrong')
  @Operation({ ...options, id: 'readOldAndWrong', deprecated })
  readOldAndWrong(): void {
    throw new BadRequestException();
  }

  @Get('new')
  @Operation({ ...options, id: 'readNew' })
  readNew(): void {}
}

@Module({ controllers: [OldController] })
class OldModule {}

let app: INestApplication;
beforeAll(async () => {
  app = await NestFactory.create(OldModule, { logger: false });
  await app.listen(0, '127.0.0.1');
});
afterAll(() => app.close());

async function read(path: string): Promise<Record<string, unknown>> {
  const { status, headers } = await fetch((await app.getUrl()) + path);
  return { status, deprecation: headers.get('deprecation'), sunset: headers.get('sunset'), link: headers.get('link') };
}

const sent = { deprecation: '@1795219200', sunset: 'Sun, 21 Nov 2027 00:00:00 GMT' };

it('sends Deprecation, Sunset and a link with every answer of an operation on its way out, beside other links', async () => {
  expect(await read('/old')).toEqual({
    status: 200,
    ...sent,
    link: '</docs>; rel="deprecation"; type="text/html", </old?cursor=2>; rel="next"',
  });
  expect(await read('/old-and-wrong')).toEqual({
    status: 400,
    ...sent,
    link: '</docs>; rel="deprecation"; type="text/html"',
  });
});

it('sends none of them with any other', async () => {
  expect(await read('/new')).toEqual({ status: 200, deprecation: null, sunset: null, link: null });
});

it('says so in the document', () => {
  const { paths } = buildOpenApi(app);
  expect(paths['/old'].get).toMatchObject({
    deprecated: true,
    description: 'Reads. On its way out since 2026-11-21, and served until 2027-11-21: see /docs.',
  });
  expect(paths['/new'].get).not.toHaveProperty('deprecated');
});

it('takes days alone', () => {
  expect(() => Operation({ ...options, id: 'readOlder', deprecated: { ...deprecated, since: 'soon' } })).toThrow(
    'soon is no day such as 2027-01-31',
  );
});
