import { applyDecorators, Header } from '@nestjs/common';

/** Says that an operation is on its way out; days are `2027-01-31`, the address may be one below our own. */
export interface Deprecated {
  since: string;
  sunset: string;
  link: string;
}

/** What the OpenAPI document says of an operation that is on its way out. */
export function sayDeprecated(
  { since, sunset, link }: Deprecated,
  description: string,
): { deprecated: true; description: string } {
  return {
    deprecated: true,
    description: `${description} On its way out since ${since}, and served until ${sunset}: see ${link}.`,
  };
}

/** Sends `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and the link with every answer, errors too; only who is not signed in is not told. */
export function SendDeprecated({ since, sunset, link }: Deprecated): MethodDecorator {
  return applyDecorators(
    Header('Deprecation', `@${midnight(since).getTime() / 1000}`),
    Header('Sunset', midnight(sunset).toUTCString()),
    Header('Link', `<${link}>; rel="deprecation"; type="text/html"`),
  );
}

function midnight(day: string): Date {
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) throw new Error(`${day} is no day such as 2027-01-31`);
  return date;
}
