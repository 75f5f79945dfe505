/** The part of `openapi/CHANGELOG.md` that is about what was not yet released. */
const UNRELEASED = /^## Unreleased\n([\s\S]*?)(?=^## |$(?![\s\S]))/m;

/** The breaking changes that the changelog does not declare, each on a line of its own in the words of the check. */
export function undeclared(changes, changelog) {
  const declared = (UNRELEASED.exec(changelog)?.[1] ?? '').split('\n').map((line) => line.trim());
  return changes.filter((change) => !declared.includes(`- ${change}`));
}

/** The changelog with what was unreleased under the name of a version. */
export function released(changelog, title) {
  return changelog.replace(/^## Unreleased\n/m, `## Unreleased\n\n## ${title}\n`);
}
