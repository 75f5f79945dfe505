import { useLocation, useNavigate, type NavigateOptions } from 'react-router-dom';

/** What the state of a page has in addition after its parameters were set: its address alone says what it shows. */
export const CHANGED = { isChanged: true };

/** Whether the address alone says what a page shows. */
export function isChangedState(state: unknown): boolean {
  return (state as Partial<typeof CHANGED> | null)?.isChanged === true;
}

/** Sets parameters of the address, or takes them out (undefined); what is on the screen stays where it is, and so does the state of the page. */
export function useSetParameters() {
  const navigate = useNavigate();
  const { state } = useLocation() as { state: object | null };
  return (changed: Partial<Record<string, string | undefined>>, options: NavigateOptions = {}) => {
    // The browser's address: that of the router is the last drawn one, which a second change in a row would bring back.
    const params = new URLSearchParams(window.location.search);
    for (const [name, value] of Object.entries(changed)) {
      params.delete(name);
      if (value !== undefined) params.set(name, value);
    }
    void navigate(
      { search: params.toString() },
      { state: { ...state, ...CHANGED }, ...options, preventScrollReset: true },
    );
  };
}

/** Sets one parameter of the address, or takes it out (undefined). */
export function useSetParameter() {
  const set = useSetParameters();
  return (name: string, value: string | undefined, options?: NavigateOptions) => set({ [name]: value }, options);
}
