let ask: (() => PromiseLike<boolean>) | undefined;

/** Asks this question before somebody leaves in a way that is no change of page, such as a logout. Answers the function that ends it. */
export function guardNavigation(question: () => PromiseLike<boolean>): () => void {
  ask = question;
  return () => {
    if (ask === question) ask = undefined;
  };
}

/** Whether to go on: asks if a changed form is on the screen. */
export async function mayLeave(): Promise<boolean> {
  return ask ? ask() : true;
}
