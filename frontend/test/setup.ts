import { cleanup } from '@testing-library/react';
import { FakeEventSource, FakeIntersectionObserver, FakeLocks, holdingMedia } from './browser';
import { clearToasts } from '../src/components/toasts/toast-store';
import { forgetDrafts } from './draft-store';
import { FakeServer } from './server';

// The screens run as they do in a browser: updates are waited for, not flushed by hand.
beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
});

afterEach(() => {
  cleanup();
  FakeServer.stopAll();
  clearToasts();
  forgetDrafts();
  FakeLocks.clear();
  FakeIntersectionObserver.isAway = false;
  holdingMedia.clear();
  localStorage.clear();
  FakeEventSource.all = [];
  window.history.replaceState(null, '', '/');
});
