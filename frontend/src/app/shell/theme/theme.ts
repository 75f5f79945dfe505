import { theme, type ThemeConfig } from 'antd';

/** Light or dark, after the system. */
export type ColourMode = 'light' | 'dark';

type MappingAlgorithm = Extract<NonNullable<ThemeConfig['algorithm']>, (...args: never[]) => unknown>;
type Tokens = NonNullable<ThemeConfig['token']>;

const shared: Tokens = {
  borderRadius: 8,
  borderRadiusLG: 10,
  borderRadiusSM: 7,
  // Two heights: dense, and everything else.
  controlHeight: 36,
  controlHeightSM: 28,
  controlHeightLG: 36,
  fontSizeLG: 14,
  fontFamily:
    "'Inter', 'Inter Fallback', system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
};

// antd's own colours fail WCAG AA in many places; theme.test.ts holds these sets to it.
const light: Tokens = {
  colorPrimary: '#0958d9',
  colorPrimaryHover: '#003eb3',
  colorPrimaryActive: '#002c8c',
  colorPrimaryBg: '#eaf1fe',
  colorInfo: '#0958d9',
  colorInfoBg: '#e8f1ff',
  colorLink: '#0958d9',
  colorLinkHover: '#003eb3',
  colorLinkActive: '#002c8c',
  colorError: '#cf1322',
  colorErrorHover: '#a8071a',
  colorErrorBg: '#fff1f0',
  colorSuccess: '#237804',
  colorSuccessBg: '#eefbe7',
  colorSuccessBorder: '#b7eb8f',
  colorWarning: '#ad4e00',
  colorWarningBg: '#fff4e0',
  colorWarningBorder: '#ffd591',
  colorText: '#161a22',
  colorTextHeading: '#161a22',
  colorTextSecondary: '#5b6472',
  colorTextTertiary: '#667085',
  colorTextDescription: '#667085',
  colorTextPlaceholder: '#667085',
  colorBorder: '#868f9f',
  colorBorderSecondary: '#e6e8ee',
  colorBgLayout: '#f7f8fa',
  boxShadowTertiary: '0 1px 2px rgb(16 24 40 / 5%)',
  boxShadowSecondary: '0 8px 28px rgb(16 24 40 / 14%)',
};

const dark: Tokens = {
  colorPrimary: '#78a9ff',
  colorPrimaryHover: '#9bc0ff',
  colorPrimaryActive: '#b8d3ff',
  colorPrimaryBg: '#1a2740',
  colorInfo: '#8db8ff',
  colorInfoBg: '#17253f',
  colorLink: '#8db8ff',
  colorLinkHover: '#b0cfff',
  colorLinkActive: '#c6dcff',
  colorError: '#ff8a86',
  colorErrorHover: '#ffaba6',
  colorErrorActive: '#ffc4c0',
  colorErrorBg: '#33161a',
  colorErrorBorder: '#7d3438',
  colorSuccess: '#8fd97a',
  colorSuccessBg: '#15280f',
  colorSuccessBorder: '#35602a',
  colorWarning: '#ffb45c',
  colorWarningBg: '#33230e',
  colorWarningBorder: '#75521f',
  colorText: '#e8ebf0',
  colorTextHeading: '#f3f5f8',
  colorTextSecondary: '#a3acba',
  colorTextTertiary: '#97a1b0',
  colorTextDescription: '#97a1b0',
  colorTextPlaceholder: '#97a1b0',
  colorBorder: '#6b7788',
  colorBorderSecondary: '#262d38',
  colorBgBase: '#0e1116',
  colorBgLayout: '#0e1116',
  colorBgContainer: '#151a21',
  colorBgElevated: '#1b212a',
  boxShadowTertiary: 'none',
  boxShadowSecondary: '0 8px 28px rgb(0 0 0 / 50%)',
};

/** antd's dark algorithm greys the accent, so that a button looks as if it could not be pressed. */
const undimmed: MappingAlgorithm = (seed, map = theme.darkAlgorithm(seed)) => ({
  ...map,
  colorPrimary: seed.colorPrimary,
  colorLink: seed.colorLink,
});

/** The edge of a button: its words say what it is, so that it may be paler than that of a field. */
const buttonBorder: Record<ColourMode, string> = { light: '#d3d8e0', dark: '#38414f' };
const onPrimary: Record<ColourMode, string> = { light: '#ffffff', dark: '#0b1220' };

/** The antd theme of a colour mode; `reducedMotion` turns antd's own movements off. */
export function themeConfig(mode: ColourMode, reducedMotion: boolean): ThemeConfig {
  return {
    algorithm: mode === 'dark' ? [theme.darkAlgorithm, undimmed] : theme.defaultAlgorithm,
    hashed: false,
    cssVar: { key: themeClass(mode) },
    token: { ...shared, ...(mode === 'dark' ? dark : light), motion: !reducedMotion },
    components: {
      Button: {
        primaryColor: onPrimary[mode],
        dangerColor: onPrimary[mode],
        defaultBorderColor: buttonBorder[mode],
        contentFontSizeLG: 14,
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
        fontWeight: 500,
        // Half transparent its text would be too pale.
        opacityLoading: 1,
      },
      Form: {
        labelColor: mode === 'dark' ? dark.colorText : light.colorText,
        itemMarginBottom: 20,
        verticalLabelPadding: '0 0 6px',
      },
    },
  };
}

/** The class under which antd publishes its `--ant-…` variables; our own styles read them from the root element. */
export function themeClass(mode: ColourMode): string {
  return `theme-${mode}`;
}
