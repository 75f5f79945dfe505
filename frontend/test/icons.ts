// The package has 800 icons. A test file loads only the ones that its screens draw.
module.exports = new Proxy(
  {},
  { get: (_, name: string) => jest.requireActual(`@ant-design/icons/lib/icons/${name}`).default },
);
