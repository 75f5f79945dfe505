import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder, writeFor } from './programs';

/** Makes a key and a certificate of `localhost`, as the files of `deploy/` want them: `crm.key`, `crm.pem`, and `both.pem`; answers their folder. */
export function makeCertificate(): string {
  const [folder, draft] = [makeFolder(), makeFolder()];
  const [keyFile, file] = ['key.pem', 'certificate.pem'].map((name) => join(draft, name));
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  execFileSync(
    'openssl',
    [
      'req',
      ...kind,
      '-subj',
      '/CN=localhost',
      '-addext',
      'subjectAltName=DNS:localhost',
      '-keyout',
      keyFile,
      '-out',
      file,
    ],
    { stdio: 'ignore' },
  );
  const [key, certificate] = [keyFile, file].map((path) => readFileSync(path, 'utf8'));
  rmSync(draft, { recursive: true });
  for (const [name, text] of Object.entries({ 'crm.key': key, 'crm.pem': certificate, 'both.pem': certificate + key }))
    writeFor(folder, name, text);
  return folder;
}
