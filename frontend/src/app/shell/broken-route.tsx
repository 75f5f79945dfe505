import { useEffect } from 'react';
import { useRouteError } from 'react-router-dom';
import { CodeNotLoaded } from '../../components/record/screens';
import { BrokenScreen, reload } from './failure';

/** How old, ms, a page must be to reload itself: a reload that did not help is not repeated. */
const MIN_AGE_MS = 10_000;

/**
 * Stands in for a screen that broke, or whose code could not be loaded. Chromium does not load code again that it once could not
 * load, as while there was no network, and a new version has other files. So the page is reloaded, if the server answers.
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
