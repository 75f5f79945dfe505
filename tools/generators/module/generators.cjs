// Nx loads its generators as CommonJS.
exports.newModule = async (tree, options) => (await import('./generators.mjs')).newModule(tree, options);
exports.removeModule = async (tree, options) => (await import('./generators.mjs')).removeModule(tree, options);
