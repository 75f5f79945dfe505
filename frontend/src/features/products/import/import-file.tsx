import { LoadingOutlined, UploadOutlined } from '@ant-design/icons';
import { useCreateProductImport } from '@ecom-crm/openapi/product-imports/product-imports';
import { Button } from 'antd';
import { serverMessage } from '../../../components/lib/api-errors';
import { FileDrop } from '../../../components/form/file-drop';
import { idempotency, newIdempotencyKey } from '../../../components/lib/idempotency';
import { useIsThere } from '../../../components/lib/use-is-there';
import { LONG_CHANGE } from '../../../components/toasts/long-changes';
import { toast } from '../../../components/toasts/toast-store';
import { useImportToast } from './use-import-toast';

/** The first step: a file, which is read at once. On another screen by then, a message leads to the next step. */
export function ImportFile({ onRead }: { onRead: (id: number, fileName: string) => void }) {
  const say = useImportToast();
  const isThere = useIsThere();
  const { mutate, isPending, error, variables } = useCreateProductImport({
    mutation: {
      meta: LONG_CHANGE,
      onSuccess: ({ id }, { data }) => {
        const fileName = nameOf(data);
        if (isThere.current) return onRead(id, fileName);
        say({ id, fileName }, { description: `${fileName} has been read` });
      },
      onError: (thrown, { data }) => {
        if (isThere.current) return;
        const description = `${serverMessage(thrown, 'The file could not be sent.')} (${nameOf(data)})`;
        toast({ title: 'Error', description, variant: 'destructive' });
      },
    },
  });
  const fileName = variables ? nameOf(variables.data) : '';
  return (
    <section aria-label="File">
      <p>
        Rows are matched by SKU: new SKUs are added, existing products updated. You see a preview before anything is
        saved.{' '}
        <a className="import-download" href="/products-template.csv" download>
          Download a template
        </a>
      </p>
      <FileDrop
        accept=".csv,.tsv,.txt,.xlsx,text/csv,text/tab-separated-values"
        single
        busy={isPending}
        onFiles={([data]) => data && mutate({ data, headers: idempotency(newIdempotencyKey()) })}
      >
        {isPending ? <LoadingOutlined aria-hidden /> : <UploadOutlined aria-hidden />}{' '}
        {isPending ? `Reading ${fileName}…` : 'Choose a CSV or Excel file or drop it here.'}
        {!isPending && (
          <span className="muted">
            {' '}
            From a spreadsheet, Shopify, WooCommerce, Wix, PrestaShop, Magento, Etsy or Odoo; up to 200,000 rows, 100
            MB.
          </span>
        )}
      </FileDrop>
      <p role="status" className="import-fault">
        {isPending && <span className="visually-hidden">Reading the file</span>}
      </p>
      {error && variables && (
        <div role="alert" className="import-fault">
          <p>
            {serverMessage(error, 'The file could not be sent.')} ({fileName})
          </p>
          <Button onClick={() => mutate(variables)}>Try again</Button>
        </div>
      )}
    </section>
  );
}

/** The client takes any bytes; those of this screen are a file. */
function nameOf(data: Blob): string {
  return data instanceof File ? data.name : '';
}
