import type { ProductImportDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { useReadProductImport } from '@ecom-crm/openapi/product-imports/product-imports';
import { Button, Skeleton } from 'antd';
import { useState } from 'react';
import { hasStatus } from '../../../components/lib/api-errors';
import { EmptyState, FailedState } from '../../../components/ui/feedback';
import { ImportApply } from './import-apply';
import { ImportMapping } from './import-mapping';
import { ImportRows } from './import-rows';
import type { ChosenMapping } from './use-compare';

/** How often an import under way is looked at, ms. */
const LOOK_EVERY = 1000;

interface PreviewProps {
  id: number;
  fileName: string | undefined;
  onRestart: () => void;
}

/** What would come of a file: how its columns are read, its rows, and applying it. */
export default function ImportPreview({ id, fileName, onRestart }: PreviewProps) {
  const [isSending, setIsSending] = useState(false);
  const [chosen, setChosen] = useState<ChosenMapping>();
  const [comparisons, setComparisons] = useState(0);
  function onCompared(sent: ChosenMapping | undefined) {
    setChosen((now) => (now === sent ? undefined : now));
    setComparisons((times) => times + 1);
  }
  const { data, error, refetch } = useReadProductImport(id, {
    query: {
      refetchOnMount: 'always',
      // Of the same columns and counts too: the version tells one comparison from another.
      notifyOnChangeProps: 'all',
      refetchInterval: ({ state }) => (isSending || state.data?.state === 'applying' ? LOOK_EVERY : false),
    },
  });
  const again = <Button onClick={onRestart}>Choose another file</Button>;
  if (hasStatus(error, 400, 404))
    return <EmptyState text="This import has expired" hint="Imports are kept for 8 days." action={again} />;
  if (!data && error)
    return <FailedState text="Failed to fetch the import" error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active paragraph={{ rows: 6 }} aria-label="Loading the import" />;
  const isOpen = data.state === 'ready' && !isSending;
  return (
    <>
      <p className="muted">
        <span>
          {fileName && <strong className="import-file-name">{fileName}</strong>} {describe(data)}{' '}
          {data.profile && `Columns as remembered in “${data.profile}”.`}
        </span>
        {again}
      </p>
      {data.problem && (
        <p role="alert" className="import-fault">
          {data.problem}
        </p>
      )}
      {isOpen && <ImportMapping found={data} chosen={chosen} onChoose={setChosen} onCompared={onCompared} />}
      <ImportApply
        found={data}
        fileName={fileName}
        chosen={chosen}
        onCompared={onCompared}
        comparisons={comparisons}
        isSending={isSending}
        onSending={setIsSending}
      />
      <ImportRows found={data} />
    </>
  );
}

const FORMATS = {
  plain: 'A CSV file',
  shopify: 'A product export of Shopify',
  woocommerce: 'A product export of WooCommerce',
  wix: 'A product export of Wix',
  prestashop: 'A product file of PrestaShop',
  magento: 'A product export of Magento',
  etsy: 'A file of listings of Etsy',
  odoo: 'A product export of Odoo',
};
const SEPARATORS = { ',': 'commas', ';': 'semicolons', '\t': 'tabs' };

function describe({ format, separator, encoding, isWorkbook, sheet }: ProductImportDto): string {
  if (isWorkbook)
    return `${format === 'plain' ? 'An' : `${FORMATS[format]}, as an`} Excel workbook${sheet ? `, first sheet “${sheet}”` : ''}.`;
  const characters =
    encoding === 'windows-1252'
      ? 'Windows-1252. If letters look wrong, save it as “CSV UTF-8”'
      : encoding.toUpperCase().replace(/[LB]E$/, '');
  return `${FORMATS[format]}, separated by ${SEPARATORS[separator]}, in ${characters}.`;
}
