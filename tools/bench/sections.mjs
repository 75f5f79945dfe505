export const sections = {};
