import type { ProductDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { searchProducts } from '@ecom-crm/openapi/products/products';
import type { NavigateFunction } from 'react-router-dom';
import { isTyping } from '../../components/lib/is-typing';
import { fieldOfCode, hasCode, searchesFor } from '../../components/products/product-code';
import { recordTypes } from '../../components/record/record-types';
import { toastFailure } from '../../components/toasts/failure-toast';
import { toast } from '../../components/toasts/toast-store';

/** Products that one code can belong to are few: an EAN may be on two. */
const LOOKED_AT = 5;

/** Counts the codes, from wherever they come: a late answer to an earlier one counts no more. */
let turn = 0;

/** Where a person was when a code came. */
export interface Place {
  pathname: string;
  activeElement: Element | null;
}

/** Opens the product that has this EAN or SKU, the list where several have it; a code that none has offers a new product. */
export async function openCode(code: string, navigate: NavigateFunction, place: Place): Promise<void> {
  turn += 1;
  const own = turn;
  try {
    const { q, products } = await findProducts(code);
    const [product, ...others] = products;
    if (own !== turn) return;
    if (product) {
      const isOne = others.length === 0;
      const list = `${recordTypes.product?.count.path}?${new URLSearchParams({ q })}`;
      const open = () => void navigate(isOne ? (recordTypes.product?.path(product.id) ?? '/') : list);
      const description = isOne ? `${code} is ${product.name}` : `Several products have the code ${code}`;
      // A late answer takes nobody away from what they do by then.
      if (window.location.pathname !== place.pathname || isTyping(place.activeElement))
        return toast({ description, action: { label: 'Open', onClick: open } });
      if (!isOne) toast({ description });
      return open();
    }
    toast({
      title: 'Unknown code',
      description: `No product has the code ${code}`,
      action: { label: 'New product', onClick: () => openForm(code, navigate) },
    });
  } catch (error) {
    if (own === turn) toastFailure(error);
  }
}

/** Opens the form of a new product with a code. One that is open stays as it is and takes the code alone. */
function openForm(code: string, navigate: NavigateFunction): void {
  const { pathname, search } = window.location;
  if (!pathname.endsWith('/add')) return void navigate(`/add?${new URLSearchParams({ [fieldOfCode(code)]: code })}`);
  // What the form was opened with stays in its history entry. With an entry more, Cancel would lead to the same form.
  const { usr } = (window.history.state ?? {}) as { usr?: object };
  void navigate(pathname + search, { replace: true, state: { ...usr, scanned: code } });
}

/** The products that have a code, and the search that finds them. */
async function findProducts(code: string): Promise<{ q: string; products: ProductDto[] }> {
  for (const q of searchesFor(code)) {
    const found = await searchProducts({ q, sort: 'relevance', limit: LOOKED_AT, images: 'url' });
    const products = found.filter((one) => hasCode(one, code));
    // Two SKUs may differ by their capitals alone.
    const exact = products.find(({ sku }) => sku === code);
    if (products.length > 0) return { q, products: exact ? [exact] : products };
  }
  return { q: code, products: [] };
}
