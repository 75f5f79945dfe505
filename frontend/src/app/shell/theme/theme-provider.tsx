import { ConfigProvider, theme } from 'antd';
import { useLayoutEffect, useMemo, type ReactNode } from 'react';
import { useDark, useReducedMotion } from '../../../components/lib/use-media-query';
import { themeClass, themeConfig } from './theme';

/** Gives antd and our own styles the light or dark theme, and follows it when it changes. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const mode = useDark() ? 'dark' : 'light';
  const reducedMotion = useReducedMotion();
  const config = useMemo(() => themeConfig(mode, reducedMotion), [mode, reducedMotion]);
  useLayoutEffect(() => {
    const root = document.documentElement;
    root.classList.add(themeClass(mode));
    return () => root.classList.remove(themeClass(mode));
  }, [mode]);
  return (
    <ConfigProvider theme={config}>
      <PublishTokens />
      {children}
    </ConfigProvider>
  );
}

// antd writes its variables when the first component asks for them; ours need them even before that.
function PublishTokens() {
  theme.useToken();
  return null;
}
