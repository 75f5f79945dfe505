import { theme, type ThemeConfig } from 'antd';

/** Light or dark, after the system. */
export type ColourMode = 'light' | 'dark';

type Tokens = NonNullable<ThemeConfig['token']>;

const shared: Tokens = {
  borderRadius: 8,
  borderRadiusLG: 12,
  controlHeight: 36,
  fontFamily: "'Inter', system-ui, -apple-system, 'Segoe UI', Roboto, 'Open Sans', 'Helvetica Neue', Arial, sans-serif",
};

// antd's own colours fail WCAG AA in many places; theme.test.ts holds these sets to it.
const light: Tokens = {
  colorPrimary: '#0958d9',
  colorPrimaryHover: '#003eb3',
  colorPrimaryActive: '#002c8c',
  colorInfo: '#0958d9',
  colorLink: '#0958d9',
  colorLinkHover: '#003eb3',
  colorLinkActive: '#002c8c',
  colorError: '#cf1322',
  colorErrorHover: '#a8071a',
  colorErrorBg: '#fff2f0',
  colorSuccess: '#237804',
  colorSuccessBg: '#f6ffed',
  colorSuccessBorder: '#b7eb8f',
  colorWarning: '#ad4e00',
  colorWarningBg: '#fffbe6',
  colorWarningBorder: '#ffe58f',
  colorText: '#17202e',
  colorTextHeading: '#0f1724',
  colorTextSecondary: '#4a5568',
  colorTextTertiary: 'rgba(0,0,0,.6)',
  colorTextDescription: 'rgba(0,0,0,.6)',
  colorTextPlaceholder: 'rgba(0,0,0,.58)',
  colorBorder: '#808b9d',
  colorBorderSecondary: '#e2e6ed',
  colorBgLayout: '#f4f6f9',
};

const dark: Tokens = {
  colorPrimary: '#6cb0ff',
  colorPrimaryHover: '#94c6ff',
  colorPrimaryActive: '#b8d9ff',
  colorInfo: '#6cb0ff',
  colorLink: '#7ab8ff',
  colorLinkHover: '#a3cfff',
  colorLinkActive: '#b8d9ff',
  colorError: '#ff8a84',
  colorErrorHover: '#ffaba6',
  colorErrorActive: '#ffc4c0',
  colorErrorBg: '#3a1a1d',
  colorErrorBorder: '#8c3a3d',
  colorSuccess: '#7ad98a',
  colorSuccessBg: '#14301c',
  colorSuccessBorder: '#2f6b3c',
  colorWarning: '#f5c35b',
  colorWarningBg: '#352a10',
  colorWarningBorder: '#7a6224',
  colorText: '#e6eaf1',
  colorTextHeading: '#f4f6fa',
  colorTextSecondary: '#b4bdcb',
  colorTextTertiary: '#a3adbd',
  colorTextDescription: '#a3adbd',
  colorTextPlaceholder: '#98a3b5',
  colorBorder: '#72809a',
  colorBorderSecondary: '#2b3444',
  colorBgBase: '#0d1219',
  colorBgLayout: '#0d1219',
  colorBgContainer: '#161c26',
  colorBgElevated: '#1e2633',
};

const onPrimary: Record<ColourMode, string> = { light: '#ffffff', dark: '#06182e' };

/** The antd theme of a colour mode; `reducedMotion` turns antd's own movements off. */
export function themeConfig(mode: ColourMode, reducedMotion: boolean): ThemeConfig {
  return {
    algorithm: mode === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm,
    hashed: false,
    cssVar: { key: themeClass(mode) },
    token: { ...shared, ...(mode === 'dark' ? dark : light), motion: !reducedMotion },
    components: {
      Button: {
        primaryColor: onPrimary[mode],
        dangerColor: onPrimary[mode],
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
        fontWeight: 500,
        // Half transparent its text would be too pale.
        opacityLoading: 1,
      },
      Form: { labelColor: mode === 'dark' ? dark.colorText : light.colorText, itemMarginBottom: 28 },
    },
  };
}

/** The class under which antd publishes its `--ant-…` variables; our own styles read them from the root element. */
export function themeClass(mode: ColourMode): string {
  return `theme-${mode}`;
}
