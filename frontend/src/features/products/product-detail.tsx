import { CopyOutlined, EditOutlined } from '@ant-design/icons';
import type { ProductDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { useReadProduct } from '@ecom-crm/openapi/products/products';
import { useListAffectedProducts } from '@ecom-crm/openapi/trends/trends';
import { useNavigate } from 'react-router-dom';
import { useCommands, type Command } from '../../components/commands/commands';
import { DeleteRecord } from '../../components/history/deletion/delete-record';
import { Fact } from '../../components/record/facts/fact';
import { RecordPage } from '../../components/record/record-page';
import { useRecordId } from '../../components/record/use-record-id';
import { RichText } from '../../components/text/rich-text';
import { CopyButton } from '../../components/text/copy-button';
import { LinkButton } from '../../components/ui/link-button';
import { withImageAddresses } from './photos/product-images';
import { productPaths } from './product-paths';
import { ProductPhotos } from './photos/product-photos';
import { productLabels } from './product-labels';
import './products.css';

/** One product, to read: what a caller asks about. */
export function ProductDetail() {
  const id = useRecordId();
  const query = useReadProduct(id, withImageAddresses, { query: { enabled: id > 0 } });
  return (
    <RecordPage
      record={{ kind: 'product', recordId: id }}
      back={productPaths.list}
      title={({ name }) => name}
      otherwise="Product"
      query={query}
      missingText="Product not found"
      failedText="Failed to fetch product"
      edit={{ label: 'Edit Product', path: productPaths.edit(id) }}
      actions={query.data && <Actions product={query.data} />}
      facts={(product) => <Codes product={product} />}
    >
      {(product) => <Product product={product} />}
    </RecordPage>
  );
}

function Actions({ product: { id, sku } }: { product: ProductDto }) {
  const navigate = useNavigate();
  // The name is one click away; the title has to say what is asked.
  const about = `?${new URLSearchParams({ title: `${sku}: ` })}`;
  const question = `/customer-questions/new${about}`;
  const problem = `/problems/new${about}`;
  const command = (label: string, keys: string | undefined, path: string): Command => ({
    label,
    group: 'This screen',
    keys,
    run: () => void navigate(path),
  });
  useCommands([
    command('New question about this product', 'n', question),
    command('New problem with this product', 'p', problem),
    command('Duplicate this product', undefined, productPaths.duplicate(id)),
  ]);
  return (
    <>
      <LinkButton id="ask-about-product" to={question}>
        New question
      </LinkButton>
      <LinkButton id="problem-with-product" to={problem}>
        New problem
      </LinkButton>
      <LinkButton id="duplicate-product" to={productPaths.duplicate(id)} icon={<CopyOutlined aria-hidden />}>
        Duplicate
      </LinkButton>
      <DeleteRecord record={{ kind: 'product', recordId: id }} />
      <LinkButton id="edit-product" type="primary" to={productPaths.edit(id)} icon={<EditOutlined aria-hidden />}>
        Edit Product
      </LinkButton>
    </>
  );
}

function Codes({ product: { id, sku, ean, status } }: { product: ProductDto }) {
  const { data: affected } = useListAffectedProducts();
  const more = affected?.find(({ product }) => product.id === id);
  return (
    <dl>
      <Fact label={productLabels.sku}>
        <span className="code">{sku}</span> <CopyButton text={sku} noun="SKU" />
      </Fact>
      {ean && (
        <Fact label={productLabels.ean}>
          <span className="code">{ean}</span> <CopyButton text={ean} noun="EAN" />
        </Fact>
      )}
      <Fact label="Status">
        <span className={status === 'active' ? 'thread-status thread-status-active' : 'thread-status'}>{status}</span>
      </Fact>
      {more && (
        <Fact label="Problems">
          <span
            className="thread-status thread-status-open"
            title={`${more.problems} problems in ${more.days} days, ${more.expected} expected`}
          >
            More problems than usual
          </span>
        </Fact>
      )}
    </dl>
  );
}

function Product({ product: { id, images, vehicle, description, extraFields } }: { product: ProductDto }) {
  const fields = Object.entries(extraFields);
  return (
    <div className="card record-body product-page">
      {/* The viewer closes with its product. */}
      <ProductPhotos key={id} images={images} />
      <div className="product-page-texts">
        {description && <RichText text={description} />}
        {(vehicle || fields.length > 0) && (
          <dl>
            {vehicle && <Fact label={productLabels.vehicle}>{vehicle}</Fact>}
            {fields.map(([name, value]) => (
              <Fact key={name} label={name}>
                {value}
              </Fact>
            ))}
          </dl>
        )}
      </div>
    </div>
  );
}
