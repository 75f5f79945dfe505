/** What the product is called. */
export const PRODUCT_NAME = 'Ecom CRM Platform';

let page: string | undefined;
let unread = 0;

/** Names the document after the screen that it shows. */
export function setPageTitle(title: string | undefined): void {
  page = title;
  write();
}

/** Puts a count in front of the name of the document, so that other tabs show it; 0 takes it away. */
export function setUnreadInTitle(count: number): void {
  unread = count;
  write();
}

function write(): void {
  const title = page ? `${page} · ${PRODUCT_NAME}` : PRODUCT_NAME;
  document.title = unread > 0 ? `(${unread}) ${title}` : title;
}
