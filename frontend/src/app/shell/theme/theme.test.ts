import { FastColor } from '@ant-design/fast-color';
import { theme } from 'antd';
import { COLOURS } from '../../../features/dashboard/kinds';
import { themeConfig, type ColourMode } from './theme';

/** WCAG relative luminance of an opaque colour. */
function luminance(colour: FastColor): number {
  const [r, g, b] = [colour.r, colour.g, colour.b].map((channel) => {
    const c = channel / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(foreground: string, background: string): number {
  const below = new FastColor(background);
  const above = new FastColor(foreground).onBackground(below);
  const [lighter, darker] = [luminance(above), luminance(below)].sort((a, b) => b - a) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

function tokensOf(mode: ColourMode): Record<string, string> {
  const config = themeConfig(mode, false);
  const onPrimary = String(config.components?.Button?.primaryColor);
  return { ...(theme.getDesignToken(config) as unknown as Record<string, string>), onPrimary };
}

const surfaces = ['colorBgLayout', 'colorBgContainer', 'colorBgElevated'];
const texts = [
  'colorText',
  'colorTextHeading',
  'colorTextSecondary',
  'colorTextTertiary',
  'colorTextDescription',
  'colorTextPlaceholder',
  'colorLink',
  'colorLinkHover',
  'colorPrimary',
  'colorError',
  'colorErrorHover',
  'colorSuccess',
  'colorWarning',
];
const onSolid = ['colorPrimary', 'colorPrimaryHover', 'colorPrimaryActive', 'colorError', 'colorErrorHover'];

const modes: ColourMode[] = ['light', 'dark'];
const textPairs = modes.flatMap((mode) => [
  ...surfaces.flatMap((surface) => texts.map((text) => [mode, text, surface] as const)),
  ...onSolid.map((solid) => [mode, 'onPrimary', solid] as const),
  ...['Error', 'Success', 'Warning'].flatMap((kind) => [
    [mode, `color${kind}`, `color${kind}Bg`] as const,
    [mode, 'colorText', `color${kind}Bg`] as const,
  ]),
]);
const shapePairs = modes.flatMap((mode) =>
  ['colorBgLayout', 'colorBgContainer'].flatMap((surface) =>
    ['colorBorder', 'colorPrimary', 'colorError'].map((shape) => [mode, shape, surface] as const),
  ),
);

describe('contrast (WCAG 2.2 AA)', () => {
  it.each(textPairs)('%s: text in %s on %s has 4.5 : 1', (mode, text, surface) => {
    const tokens = tokensOf(mode);
    expect(contrast(tokens[text]!, tokens[surface]!)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(shapePairs)('%s: the edge in %s on %s has 3 : 1', (mode, shape, surface) => {
    const tokens = tokensOf(mode);
    expect(contrast(tokens[shape]!, tokens[surface]!)).toBeGreaterThanOrEqual(3);
  });

  it.each(modes.flatMap((mode) => COLOURS.map((colours, index) => [mode, index + 1, colours[mode]] as const)))(
    '%s: bar %s has 3 : 1 on its card',
    (mode, _index, colour) => {
      expect(contrast(colour, tokensOf(mode).colorBgContainer!)).toBeGreaterThanOrEqual(3);
    },
  );
});
