import { cleanup } from '@testing-library/react';
import { FakeEventSource, FakeLocks, holdingMedia } from './browser';
import { forgetDrafts } from './draft-store';

// The screens run as they do in a browser: updates are waited for, not flushed by hand.
beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
});

afterEach(() => {
  cleanup();
  forgetDrafts();
  FakeLocks.clear();
  holdingMedia.clear();
  localStorage.clear();
  FakeEventSource.all = [];
  window.history.replaceState(null, '', '/');
});
