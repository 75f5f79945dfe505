/** The generated parts of docs/extending.md: what a module consists of, and what it says of itself, as the code has it. */
import { filesOf, living } from './living.mjs';

const DOCS = 'docs/extending.md';
/** The module whose code the page shows. */
const SAMPLE = 'docs/samples/returns/backend/src/features/returns';

/** Writes them into the page; answers whether it was another before. */
export function writeSeams(tree) {
  const before = tree.read(DOCS, 'utf-8');
  const after = before.replace(
    /(<!-- generated: (\w+) -->\n)[\s\S]*?(<!-- end -->)/g,
    (_all, begin, part, end) => `${begin}\n${parts[part](tree)}\n\n${end}`,
  );
  if (after !== before) tree.write(DOCS, after);
  return after !== before;
}

const parts = {
  files: (tree) =>
    [
      '| file of questions | what it is |',
      '|---|---|',
      ...[...filesOf(tree, living.thread)].map(
        ([path, text]) => `| \`${path}\` | ${/\/\*\* (.*?) \*\//.exec(text)?.[1] ?? asTest(path)} |`,
      ),
    ].join('\n'),
  server: (tree) => fence(interfaceIn(tree, 'backend/src/records/record-type.ts', 'RecordTypeOptions')),
  screens: (tree) =>
    fence(
      `${interfaceIn(tree, 'frontend/src/components/record/feature.ts', 'Feature')}\n\n${interfaceIn(tree, 'frontend/src/components/record/record-types.ts', 'RecordType')}\n\n${interfaceIn(tree, 'frontend/src/components/record/record-panels.tsx', 'RecordPanel')}`,
    ),
  listenerTypes: (tree) =>
    fence(
      `${interfaceIn(tree, 'backend/src/changes/subscriptions/on-change.ts', 'OnChangeOptions')}\n\n${interfaceIn(tree, 'backend/src/changes/subscriptions/on-change.ts', 'ChangeOf')}`,
    ),
  listener: (tree) => fence(memberIn(tree, `${SAMPLE}/recalls.ts`, 'open')),
  hookTypes: (tree) => fence(interfaceIn(tree, 'backend/src/records/before-write.ts', 'Writing')),
  hook: (tree) => fence(memberIn(tree, `${SAMPLE}/recalls.ts`, 'prepare')),
  fieldTypes: (tree) => fence(interfaceIn(tree, 'backend/src/records/product-field.ts', 'ProductFieldOptions')),
  field: (tree) => fence(/@ProductField[^]*/.exec(tree.read(`${SAMPLE}/returns.module.ts`, 'utf-8'))[0].trim()),
};

const asTest = (path) => (/(spec|test)\.tsx?$/.test(path) ? 'Its tests.' : 'Its wiring.');
const fence = (code) => `\`\`\`ts\n${code}\n\`\`\``;

function interfaceIn(tree, path, name) {
  return new RegExp(`/\\*\\*[^/]*\\*/\\nexport interface ${name}\\b[^{]*\\{[\\s\\S]*?\\n\\}`).exec(
    tree.read(path, 'utf-8'),
  )[0];
}

/** A method with its sentence and its decorator. */
function memberIn(tree, path, name) {
  const [member] = new RegExp(`  /\\*\\*[^/]*\\*/\\n  @[^\\n]*\\n  (async )?${name}\\([\\s\\S]*?\\n  \\}`).exec(
    tree.read(path, 'utf-8'),
  );
  return member.replaceAll(/^ {2}/gm, '');
}
