import { UploadOutlined } from '@ant-design/icons';
import { useCreateProductImport } from '@ecom-crm/openapi/product-imports/product-imports';
import { Button, Spin } from 'antd';
import { serverMessage } from '../../../components/lib/api-errors';
import { FileDrop } from '../../../components/form/file-drop';
import { idempotency, newIdempotencyKey } from '../../../components/lib/idempotency';

/** The first step: a file, which is read at once. */
export function ImportFile({ onRead }: { onRead: (id: number) => void }) {
  const { mutate, isPending, error, variables } = useCreateProductImport({
    mutation: { onSuccess: ({ id }) => onRead(id) },
  });
  return (
    <section aria-label="File">
      <p>
        Products are known by their SKU: new ones are added, others changed where the file says something else. Nothing
        is written before you have seen what would come of it.
      </p>
      <FileDrop
        accept=".csv,.tsv,.txt,.xlsx,text/csv,text/tab-separated-values"
        single
        busy={isPending}
        onFiles={([data]) => data && mutate({ data, headers: idempotency(newIdempotencyKey()) })}
      >
        {isPending ? <Spin size="small" aria-hidden /> : <UploadOutlined aria-hidden />}{' '}
        {isPending ? 'Reading and comparing…' : 'Choose a CSV or Excel file'}
        {!isPending && (
          <span className="muted">
            {' '}
            or drop it here: a price list, or the product file of Shopify, WooCommerce, Wix, PrestaShop, Magento, Etsy
            or Odoo; up to 200,000 rows and 100 MB
          </span>
        )}
      </FileDrop>
      <p role="status" className="import-fault">
        {isPending && <span className="visually-hidden">Reading the file</span>}
      </p>
      {error && variables && (
        <div role="alert" className="import-fault">
          <p>{serverMessage(error, 'The file could not be sent')}</p>
          <Button onClick={() => mutate(variables)}>Try again</Button>
        </div>
      )}
    </section>
  );
}
