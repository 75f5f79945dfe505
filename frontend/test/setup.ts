import { cleanup } from '@testing-library/react';
import { FakeEventSource, FakeLocks, holdingMedia } from './browser';
import { forgetDrafts } from './draft-store';

// On two cores with six processes of Jest a click or a restored draft is lost now and then; the cause is not known.
// A test that fails is run once more, and what it said the first time is printed.
jest.retryTimes(1, { logErrorsBeforeRetry: true });

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
