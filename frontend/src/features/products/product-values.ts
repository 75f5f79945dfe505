import type { CreateProductDto, ProductDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { addressFault } from '../../components/images/image-address';
import { withoutSample } from '../../components/images/image-files';
import { extraFieldMap, extraFieldRows, type ExtraField } from '../../components/form/extra-fields';

/** What the product form holds. */
export interface ProductValues {
  name?: string;
  sku?: string;
  ean?: string;
  vehicle?: string;
  description?: string;
  images?: string[];
  /** The address of a picture that is not added yet. If it is one, it is sent as the last of the images. */
  imageUrl?: string;
  extraFields?: (ExtraField | undefined)[];
}

/** The fields of the product form that the server may find fault with. */
export const productFields = ['name', 'sku', 'ean', 'vehicle', 'description', 'images'] as const;

/** The form for a new product: empty but for one of the sample photos, chosen at random. */
export function newProductValues(): ProductValues {
  return { images: [Math.random() < 0.5 ? '/stock-photos/1.webp' : '/stock-photos/2.webp'] };
}

/** The form for a product as it was read. */
export function valuesOf(product: ProductDto): ProductValues {
  const { name, sku, ean, vehicle, description, images, extraFields } = product;
  return {
    name,
    sku,
    ean: ean ?? '',
    vehicle: vehicle ?? '',
    description: description ?? '',
    images,
    extraFields: extraFieldRows(extraFields),
  };
}

/** The form for a variant of a product: without its codes, which are of one product alone. */
export function duplicateOf(product: ProductDto): ProductValues {
  return { ...valuesOf(product), sku: '', ean: '' };
}

/** What the form holds, as the API takes it. */
export function productBody(values: ProductValues, status: string): CreateProductDto {
  return {
    name: values.name?.trim() ?? '',
    sku: values.sku?.trim() ?? '',
    ean: orNull(values.ean),
    vehicle: orNull(values.vehicle),
    description: orNull(values.description),
    images: imagesOf(values),
    extraFields: extraFieldMap(values.extraFields),
    status,
  };
}

/** The images of the form, with one whose address was typed but not added. */
export function imagesOf({ images = [], imageUrl = '' }: ProductValues): string[] {
  const address = imageUrl.trim();
  return address && !addressFault(address) ? [...withoutSample(images), address] : images;
}

/** The fields of a product as it was read, as the API takes them. */
export function bodyOf(product: ProductDto): CreateProductDto {
  return productBody(valuesOf(product), product.status);
}

function orNull(text: string | undefined): string | null {
  return text?.trim() || null;
}
