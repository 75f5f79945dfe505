import { cleanup, configure } from '@testing-library/react';
import { FakeEventSource, FakeIntersectionObserver, FakeLocks, holdingMedia } from './browser';
import { releaseShortcuts } from '../src/components/commands/shortcut-hold';
import { clearToasts } from '../src/components/toasts/toast-store';
import { forgetDrafts } from './draft-store';
import { FakeServer } from './server';

// A query that waits makes the message of its error at every look. Without the whole page in it, that is a tenth faster.
// DEBUG_PRINT_LIMIT=7000 prints the page again.
if (!process.env.DEBUG_PRINT_LIMIT) configure({ getElementError: (message) => new Error(message ?? '') });

// The screens run as they do in a browser: updates are waited for, not flushed by hand.
beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
});

afterEach(() => {
  cleanup();
  FakeServer.stopAll();
  clearToasts();
  releaseShortcuts();
  forgetDrafts();
  FakeLocks.clear();
  FakeIntersectionObserver.isAway = false;
  holdingMedia.clear();
  localStorage.clear();
  FakeEventSource.all = [];
  window.history.replaceState(null, '', '/');
});
