import { useEffect } from 'react';
import { useRouteError } from 'react-router-dom';
import { CodeNotLoaded } from '../../components/record/screens';
import { BrokenScreen, reload } from './failure';

/** How old, ms, a page is that is loaded anew by itself: not again and again where that does not help. */
const MIN_AGE_MS = 10_000;

/**
 * Stands in for a screen that broke, or whose code could not be loaded. Chromium does not load again what it once could not,
 * such as while there was no network, or where a new version has other files: where the server answers, the page is loaded anew.
 */
export function BrokenRoute() {
  const isWithoutCode = useRouteError() instanceof CodeNotLoaded;
  useEffect(() => {
    if (isWithoutCode && navigator.onLine && performance.now() > MIN_AGE_MS)
      fetch('/readyz').then(
        ({ ok }) => ok && reload(),
        () => undefined,
      );
  }, [isWithoutCode]);
  return <BrokenScreen />;
}
