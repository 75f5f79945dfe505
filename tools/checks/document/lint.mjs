/** The linters of the OpenAPI document, and the rules of theirs that are not for us. */
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectralCore from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';

const REDOCLY_OFF = {
  // `/products/search` is in the contract next to `/products/{id}`, and no id is a word: the server looks at fixed words first.
  'no-ambiguous-paths': 'off',
};

/** What Spectral (`oas`) and Redocly (`recommended`) have against a document: errors and warnings alike, a line each. */
export async function lint(document) {
  const text = JSON.stringify(document, null, 2);
  return [...(await bySpectral(text)), ...(await byRedocly(text))];
}

async function bySpectral(text) {
  const spectral = new spectralCore.Spectral();
  spectral.setRuleset(/** @type {any} */ ({ extends: [rulesets.oas] }));
  const results = await spectral.run(new spectralCore.Document(text, parser));
  return results.map(({ code, path, message }) => `spectral ${code} at ${path.join('.') || 'the top'}: ${message}`);
}

/** JSON needs none of Spectral's own parsers, which come with places for editors. */
const parser = {
  parse: (text) => ({ data: JSON.parse(text), diagnostics: [], ast: {}, lineMap: [] }),
  getLocationForJsonPath: () => undefined,
  trapAccess: (data) => data,
};

async function byRedocly(text) {
  const config = await createConfig({ extends: ['recommended'], rules: /** @type {any} */ (REDOCLY_OFF) });
  const results = await lintFromString({ source: text, absoluteRef: 'openapi.json', config });
  return results.map(
    ({ ruleId, message, location }) => `redocly ${ruleId} at ${location[0]?.pointer ?? 'the top'}: ${message}`,
  );
}
