/** The path whose screen is drawn; undefined where there is none. */
let drawnPath: string | undefined;

/** Whether the path has changed, and its screen is not drawn yet: its code is loaded, or it is being rendered. Other parameters (`?q=`) leave the screen as it is. */
export function isMoving(): boolean {
  return drawnPath !== undefined && window.location.pathname !== drawnPath;
}

/** Notes whose screen is drawn. */
export function noteDrawn(pathname: string | undefined): void {
  drawnPath = pathname;
}
