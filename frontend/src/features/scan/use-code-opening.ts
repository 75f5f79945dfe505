import { searchProducts } from '@ecom-crm/openapi/products/products';
import { useNavigate } from 'react-router-dom';
import { recordTypes } from '../../components/record/record-types';
import { toastFailure } from '../../components/toasts/failure-toast';
import { toast } from '../../components/toasts/toast-store';

/** Products that one code can belong to are few: an EAN may be on two. */
const LOOKED_AT = 5;

/** Opens the product that has this EAN or SKU; a code that none has offers a new product. */
export function useCodeOpening(): (code: string) => Promise<void> {
  const navigate = useNavigate();
  return async (code) => {
    try {
      const wanted = comparable(code);
      const found = await searchProducts({ q: wanted, sort: 'relevance', limit: LOOKED_AT, images: 'url' });
      const product = found.find(({ sku, ean }) => [ean ?? '', sku].some((one) => comparable(one) === wanted));
      if (product) return void navigate(recordTypes.product?.path(product.id) ?? '/');
      toast({
        title: 'Unknown code',
        description: `No product has the code ${code}`,
        action: { label: 'New product', onClick: () => void navigate(`/add?${new URLSearchParams({ ean: code })}`) },
      });
    } catch (error) {
      toastFailure(error);
    }
  };
}

/** A code in small letters, or an article number without its zeros at the left: scanners and shops add them or leave them out. */
function comparable(code: string): string {
  return /^\d{8,14}$/.test(code) ? code.replace(/^0+/, '') : code.toLowerCase();
}
