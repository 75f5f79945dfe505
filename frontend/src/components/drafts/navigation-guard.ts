let ask: (() => PromiseLike<boolean>) | undefined;

/** From now on (until the answer is called) this question is asked before a way out that is no change of page. */
export function guardNavigation(question: () => PromiseLike<boolean>): () => void {
  ask = question;
  return () => {
    if (ask === question) ask = undefined;
  };
}

/** Whether to go on: asks, if a changed form is on the screen. */
export async function mayLeave(): Promise<boolean> {
  return ask ? ask() : true;
}
