import { lazy, Suspense, useEffect, useEffectEvent, useState, type ComponentType } from 'react';
import { toast } from '../toasts/toast-store';

interface LazyPartOptions<Props> {
  /** What a toast says could not be loaded; without it nothing is said. */
  name?: string;
  /** Stand in for the part while it is loaded, and where it cannot be. */
  Waiting?: ComponentType<Props>;
  Failed?: ComponentType<Props>;
}

/** A part of a screen whose code is loaded when it is shown. What cannot be loaded leaves the screen alone, and is loaded again the next time. */
export function lazyPart<Props extends { onClose?: () => void } | object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  { name, Waiting, Failed }: LazyPartOptions<Props> = {},
): ComponentType<Props> {
  const create = () => lazy<ComponentType<Props>>(() => load().catch(() => ({ default: Failure })));
  let latest = create();

  function Failure(props: Props) {
    const onShown = useEffectEvent(() => {
      // React keeps a failure, too.
      latest = create();
      if (name)
        toast({
          title: 'Error',
          description: `${name} could not be loaded. Try again, or reload the page.`,
          variant: 'destructive',
        });
      // What counts as open could not be opened again.
      if ('onClose' in props) props.onClose?.();
    });
    useEffect(() => onShown(), []);
    return Failed && <Failed {...props} />;
  }

  return function LazyPart(props) {
    const [Part] = useState(() => latest);
    return (
      <Suspense fallback={Waiting && <Waiting {...props} />}>
        <Part {...props} />
      </Suspense>
    );
  };
}
