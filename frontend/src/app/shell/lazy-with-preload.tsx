import { lazy, useState, type ComponentType } from 'react';

/** A part of the app with code of its own. Loaded before it is drawn, it is there at once: React's `lazy` would show a stand-in first. */
export function part<Props extends object, Module>(load: () => Promise<Module & { default: ComponentType<Props> }>) {
  const Later = lazy(load) as unknown as ComponentType<Props>;
  let Loaded: ComponentType<Props> | undefined;
  function Part(props: Props) {
    const [Shown] = useState(() => Loaded ?? Later);
    return <Shown {...props} />;
  }
  async function preload(): Promise<Module> {
    const module = await load();
    Loaded = module.default;
    return module;
  }
  return [Part, preload] as const;
}
