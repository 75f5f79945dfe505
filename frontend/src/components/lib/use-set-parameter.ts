import { useSearchParams } from 'react-router-dom';

/** Sets a parameter of the address, or takes it out (undefined); what is on the screen stays where it is. */
export function useSetParameter() {
  const [, setParams] = useSearchParams();
  return (name: string, value: string | undefined, { replace = false } = {}) =>
    setParams(
      (params) => {
        params.delete(name);
        if (value !== undefined) params.set(name, value);
        return params;
      },
      { replace, preventScrollReset: true },
    );
}
