export const MENU_ID = 'account-menu';

export function showAccountMenu(): void {
  document.getElementById(MENU_ID)?.showPopover();
}

export function hideAccountMenu(): void {
  document.getElementById(MENU_ID)?.hidePopover();
}
