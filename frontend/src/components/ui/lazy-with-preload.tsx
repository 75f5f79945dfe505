import { lazy, useState, type ComponentType } from 'react';

/**
 * A lazy component and the function that loads its code ahead. Once loaded it renders at once; React's `lazy` alone would suspend first.
 * `onWait` gets the code that is waited for where the component is to be drawn before it is there.
 */
export function lazyWithPreload<Props extends object, Module>(
  load: () => Promise<Module & { default: ComponentType<Props> }>,
  onWait?: (code: Promise<Module>) => void,
) {
  const loadNow = () => {
    const code = load();
    onWait?.(code);
    return code;
  };
  const Lazy = lazy(loadNow) as unknown as ComponentType<Props>;
  let Loaded: ComponentType<Props> | undefined;
  function Preloadable(props: Props) {
    const [Shown] = useState(() => Loaded ?? Lazy);
    return <Shown {...props} />;
  }
  async function preload(): Promise<Module> {
    const module = await load();
    Loaded = module.default;
    return module;
  }
  return [Preloadable, preload] as const;
}
