// Mutant: sign-ins are hashed on the main thread, and nobody else is served.
const { AuthService } = require('../../../dist/features/auth/auth.service.js');

const { findByCredentials } = AuthService.prototype;
AuthService.prototype.findByCredentials = function (...rest) {
  for (const end = Date.now() + 400; Date.now() < end;);
  return findByCredentials.apply(this, rest);
};
