// Nothing newer than Node 14 is used here, so that an old Node can read the sentence.
const oldest = [20, 19];

/** Ends the process with a sentence where Node is too old to run the app. */
export function requireNode() {
  const version = process.versions.node.split('.').map(Number);
  if (version[0] > oldest[0] || (version[0] === oldest[0] && version[1] >= oldest[1])) return;
  console.error(
    `Node ${oldest.join('.')} or newer is needed; this is ${process.versions.node}. See https://nodejs.org.`,
  );
  process.exit(1);
}
